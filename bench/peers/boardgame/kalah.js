// Kalah(6,4) as boardgame.io wants a game: pits 0-5 and store 6 are player 0's, 7-12 and 13 player 1's.
const PITS = 6;
const STORES = [PITS, 2 * PITS + 1];

const sum = (board, first) =>
  board.slice(first, first + PITS).reduce((seeds, pit) => seeds + pit, 0);

function sow({ G, playerID, events }, pit) {
  const me = Number(playerID);
  const first = me * (PITS + 1);
  if (!Number.isInteger(pit) || pit < 1 || pit > PITS) return "INVALID_MOVE";
  let place = first + pit - 1;
  let hand = G.board[place];
  if (hand === 0) return "INVALID_MOVE";
  G.board[place] = 0;
  for (; hand > 0; hand -= 1) {
    place = (place + 1) % G.board.length;
    if (place === STORES[1 - me]) place = (place + 1) % G.board.length;
    G.board[place] += 1;
  }
  const facing = 2 * PITS - place;
  const isMine = place >= first && place < first + PITS;
  if (isMine && G.board[place] === 1 && G.board[facing] > 0) {
    G.board[STORES[me]] += 1 + G.board[facing];
    G.board[place] = G.board[facing] = 0;
  }
  const left = [sum(G.board, 0), sum(G.board, PITS + 1)];
  if (left[0] === 0 || left[1] === 0) {
    for (const side of [0, 1]) {
      G.board.fill(0, side * (PITS + 1), side * (PITS + 1) + PITS);
      G.board[STORES[side]] += left[side];
    }
  } else if (place !== STORES[me]) {
    events.endTurn();
  }
}

module.exports = {
  Kalah: {
    name: "kalah",
    setup: () => ({ board: [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0] }),
    moves: { sow },
    minPlayers: 2,
    maxPlayers: 2,
    endIf: ({ G }) =>
      G.board[STORES[0]] + G.board[STORES[1]] === 48 ? { stores: STORES.map((s) => G.board[s]) } : undefined,
  },
};
