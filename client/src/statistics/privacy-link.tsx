import type { ComponentChildren } from "preact";
import { language } from "../i18n";

const PRIVACY = { es: "/es/privacidad", en: "/en/privacy" } as const;

/** A line that leads to what is sent and kept. */
export function PrivacyLink({ children }: { readonly children: ComponentChildren }) {
  return (
    <p class="privacy-link">
      <a href={PRIVACY[language.value]}>{children}</a>
    </p>
  );
}
