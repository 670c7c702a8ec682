import { learnAll } from "../src/i18n";

/** Tests speak both languages from the start. */
await learnAll("es");
await learnAll("en");
