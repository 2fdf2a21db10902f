import { Label } from '#app/ui/list/label.tsx'

type Entry = {
  id: string
  kind: string
  text: string
  value: string
  by: string
  on: string
  done: boolean
}

/** What coach and client wrote down, the newest first. */
export function WrittenEntries({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul className="lines">
      {entries.map((one) => (
        <li key={one.id}>
          <Label text={one.kind} tone="line" /> {one.text} {one.value}{' '}
          <small className="muted">
            {one.on}, {one.by}
            {one.done && ', done'}
          </small>
        </li>
      ))}
    </ul>
  )
}
