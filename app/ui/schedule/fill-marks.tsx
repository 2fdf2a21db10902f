/**
 * A mark for each place: in, booked, free; distinguished by weight as well as by colour. The words
 * beside it say the same.
 */
export function FillMarks({
  inside,
  booked,
  capacity,
}: {
  inside: number
  booked: number
  capacity: number
}) {
  if (capacity > 40) return null
  const marks = (from: number, until: number, top: number) =>
    Array.from(
      { length: Math.max(0, until - from) },
      (_, i) => `M${3 + (from + i) * 9} ${top}v${14 - 2 * top}`,
    ).join('')
  const width = capacity * 9
  return (
    <svg
      className="places"
      width={width}
      height="14"
      viewBox={`0 0 ${width} 14`}
      aria-hidden="true"
    >
      <path className="in" d={marks(0, inside, 3)} />
      <path className="booked" d={marks(inside, booked, 3)} />
      <path className="free" d={marks(booked, capacity, 5)} />
    </svg>
  )
}
