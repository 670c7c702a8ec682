import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { dialog } from "../store";
import { Icon } from "./icon";

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A native dialog over the page: Esc and a click beside it close it, focus returns by itself. */
export function Dialog({ title, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opened = element.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc does it for the keyboard
    <dialog
      ref={element}
      aria-labelledby="dialog-title"
      onClose={close}
      onClick={(event) => {
        if (event.target === element.current) close();
      }}
    >
      <div class="dialog-body">
        <h2 id="dialog-title" tabIndex={-1} autofocus>
          {title}
        </h2>
        {children}
        <button
          type="button"
          class="tool dialog-close"
          aria-label={t("dialog.close")}
          onClick={close}
        >
          <Icon name="close" />
        </button>
      </div>
    </dialog>
  );
}

export function close(): void {
  dialog.value = null;
}

/** The two answers to what a dialog asks: to leave everything as it is, or to do it. */
export function Answer({ yes, act }: { readonly yes: string; act(): void }) {
  return (
    <div class="dialog-buttons">
      <button type="button" class="button" onClick={close}>
        {t("dialog.cancel")}
      </button>
      <button
        type="button"
        class="button primary"
        onClick={() => {
          close();
          act();
        }}
      >
        {yes}
      </button>
    </div>
  );
}
