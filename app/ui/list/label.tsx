export type LabelTone = 'good' | 'warn' | 'bad' | 'line' | null

/** A state as a small tinted label; its words tell it without the colour. */
export function Label({ text, tone }: { text: string; tone: LabelTone }) {
  return <span className={tone ? `label ${tone}` : 'label'}>{text}</span>
}
