/**
 * One mark a place or a credit: tall in colour is there, tall and grey booked, a cross lost, a dot
 * free or used.
 */
export function Places(props: {
  filled: number
  booked: number
  lost?: number
  free: number
  label: string
}) {
  const { filled, booked, lost = 0, free, label } = props
  const marks = [
    ...Array<'in'>(filled).fill('in'),
    ...Array<'booked'>(booked).fill('booked'),
    ...Array<'lost'>(lost).fill('lost'),
    ...Array<'free'>(free).fill('free'),
  ]
  // More than this are no longer seen at a glance: the words beside say it alone.
  if (marks.length === 0 || marks.length > 36) return null
  const perRow = 18
  const width = Math.min(marks.length, perRow) * 9
  const rows = Math.ceil(marks.length / perRow)
  return (
    <svg
      className="places"
      width={width}
      height={rows * 14}
      viewBox={`0 0 ${width} ${rows * 14}`}
      role="img"
      aria-label={label}
    >
      {marks.map((mark, i) => {
        const [x, y] = [(i % perRow) * 9 + 3, Math.floor(i / perRow) * 14]
        return <path key={i} className={mark} d={shapes[mark](x, y)} />
      })}
    </svg>
  )
}

const tall = (x: number, y: number) => `M${x} ${y + 3}v8`

const shapes: Record<'in' | 'booked' | 'lost' | 'free', (x: number, y: number) => string> = {
  in: tall,
  booked: tall,
  lost: (x, y) => `M${x - 2.5} ${y + 4.5}l5 5m0-5-5 5`,
  free: (x, y) => `M${x} ${y + 7}h0`,
}
