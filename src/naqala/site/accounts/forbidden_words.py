"""Words that no name may be or contain, in Spanish and English: a short list, honestly kept.

It stops what is meant to hurt at first sight and does not claim to stop everything. Words that
hide in harmless ones (Scunthorpe) are refused only when they stand alone.
"""

from typing import Final


def words(text: str) -> frozenset[str]:
    """The words of a list that is written line by line."""
    return frozenset(text.split())


RESERVED_WORDS: Final = words(
    """
    admin administrador administradora administrator anonimo anonima anonymous api ayuda bot
    cpu cuenta account deleted deletedplayer eliminado eliminada equipo guest guests help info
    invitado invitada jugador jugadora jugadoreliminado mod moderador moderadora moderator norte
    north null nadie nobody oficial official owner player players jugadores postmaster root
    security seguridad sistema soporte south staff support sur system team undefined usuario user
    webmaster
    """
)
RESERVED_ANYWHERE: Final = ("naqala", "administra", "moderador", "moderator")

OFFENSIVE_ANYWHERE: Final = words(
    """
    nigger nigga faggot hitler holocaust motherfucker fuck cocksucker whitepower
    kukluxklan heilhitler siegheil pedophile pedofilo childporn terroris
    hijodeputa hijadeputa hijosdeputa hijoputa malparido gilipollas mamaguevo chupapolla
    putamadre sudaca maricon nazismo muertealos
    """
)
OFFENSIVE_WORDS: Final = words(
    """
    anal anus ass asshole bastard bitch blowjob boobs cock coon cum cunt dildo fag
    fucker jizz kike kkk negrata nazi nazis paki penis porn porno pussy rape rapist retard sex shit
    slut spic tits tranny twat vagina wank wanker whore chink gook
    cabron cabrona chocho chupala coño culo follar joder judiada marica mierda moraco panchito pene
    pendejo pendeja perra polla puta putas puto putos putita subnormal tetas verga violador zorra
    alqaeda
    """
)
