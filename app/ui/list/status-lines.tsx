/** What a run has done, a line each; once it is no longer `busy`, a screen reader reads it out. */
export function StatusLines({ lines, busy }: { lines: readonly string[]; busy: boolean }) {
  return (
    <div role={busy ? undefined : 'status'}>
      <ul className="lines">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
