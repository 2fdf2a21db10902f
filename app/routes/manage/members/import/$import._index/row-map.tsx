const across = 50
const [wide, high] = [12, 15]

/**
 * One mark for each row of a file in its order: where errors lie tells what went wrong. Rows that
 * are ready are one line of dashes, so that the picture weighs what is remarkable.
 */
export function RowMap({ marks }: { marks: string }) {
  const lines = Math.ceil(marks.length / across)
  if (lines === 0) return null
  const at = (i: number) => ({ x: (i % across) * wide, y: Math.floor(i / across) * high })
  return (
    <svg
      className="row-map"
      viewBox={`0 0 ${across * wide} ${lines * high}`}
      role="img"
      aria-label={`One mark for each of ${marks.length} rows, in the order of the file`}
    >
      {Array.from({ length: lines }, (_, line) => {
        const n = Math.min(across, marks.length - line * across)
        const y = line * high + 6
        return <line key={line} x1={0} x2={n * wide - 4} y1={y} y2={y} />
      })}
      {[...marks].map((mark, i) => {
        if (mark === 'r') return null
        const { x, y } = at(i)
        return (
          <g key={i}>
            <rect x={x - 1} y={y} width={10} height={12} />
            <path className={mark} d={`M${x + 1} ${y + 1}${shapes[mark] ?? ''}`} />
          </g>
        )
      })}
    </svg>
  )
}

/** Told apart by shape: no address, two of a family, text that looks like a formula, left out. */
const shapes: Record<string, string> = {
  n: 'h6v10h-6z',
  d: 'v10m4 -6v6',
  f: 'm0 3h6m-6 4h6',
  x: 'l6 10m0 -10l-6 10',
}
