interface RadioProps {
  readonly name: string;
  readonly label: string;
  readonly isOn: boolean;
  /** What the little picture before the label shows, if there is one. */
  readonly picture?: string | null;
  pick(): void;
}

/** A radio button that looks like a chip. */
export function Radio({ name, label, isOn, picture, pick }: RadioProps) {
  return (
    <label class="chip">
      <input type="radio" name={name} checked={isOn} onChange={pick} />
      <span data-picture={picture ?? undefined}>{label}</span>
    </label>
  );
}
