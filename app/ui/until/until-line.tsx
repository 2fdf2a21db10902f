/**
 * The cancel line: free until the cut-off, then not until the start. `free` is the free share in
 * percent, 0 when it is over. The sentence below says the same in words. Styles: `until`,
 * `until-told`.
 */
export function UntilLine({ free, limit, start }: { free: number; limit: string; start: string }) {
  const late = free === 0 ? 0 : free + 2
  return (
    <svg className="until told" aria-hidden="true">
      {free > 0 && <rect className="free" y="4" width={`${free}%`} height="4" rx="2" />}
      <rect className="late" x={`${late}%`} y="4" width={`${100 - late}%`} height="4" rx="2" />
      <circle cx="5" cy="6" r="4.5" className={free === 0 ? 'over' : undefined} />
      <text y="29">now</text>
      {free > 0 && (
        <text x={`${free}%`} y="29" textAnchor="end">
          {limit}
        </text>
      )}
      <text x="100%" y="29" textAnchor="end">
        {start}
      </text>
    </svg>
  )
}
