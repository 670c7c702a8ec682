import { effect } from "@preact/signals";
import { settings } from "../settings";

/** Fetches what makes sounds when somebody wants them; it then follows the settings by itself. */
export function listenWhenAsked(): void {
  let isAsked = false;
  effect(() => {
    const { sound, vibration } = settings.value;
    if (isAsked || (!sound && !vibration)) return;
    isAsked = true;
    import("./ear").then(
      (ear) => ear.listen(),
      () => {
        // Without its code the page is silent until the next try.
        isAsked = false;
      },
    );
  });
}
