import { learn } from "../src/i18n";

/** Tests speak both languages from the start. */
await learn("es");
await learn("en");
