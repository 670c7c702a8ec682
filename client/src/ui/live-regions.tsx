import { assertive, polite } from "../live";

/** Present from the start, or what they say first would not be read. */
export function LiveRegions() {
  return (
    <>
      <div class="hidden" role="status" aria-live="polite" aria-atomic="true">
        {polite.value}
      </div>
      <div class="hidden" role="alert" aria-live="assertive" aria-atomic="true">
        {assertive.value}
      </div>
    </>
  );
}
