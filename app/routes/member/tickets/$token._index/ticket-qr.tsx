import { encode } from 'uqr'

/**
 * A code as a picture that a door scans: one path of runs, black on white in the dark as well.
 * Style: `ticket`.
 */
export function TicketQr({ code, of }: { code: string; of: string }) {
  const { size, data } = encode(code, { ecc: 'M', border: 2 })
  return (
    <svg
      className="code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={`Code of ${of} for the door`}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={data.map((row, y) => runsOf(row, y)).join('')} />
    </svg>
  )
}

/** The dark runs of a row as parts of a path. */
function runsOf(row: readonly boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue
    let end = x
    while (row[end]) end += 1
    path += `M${x} ${y}h${end - x}v1h${x - end}z`
    x = end
  }
  return path
}
