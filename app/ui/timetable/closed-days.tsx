import { Icon } from '../icon/icon.tsx'

/** Days on which the studio does not open, a sentence each. Style: `say`. */
export function ClosedDays({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <p key={line} className="say warn">
      <Icon name="warning" />
      <span>{line}</span>
    </p>
  ))
}
