/** Twelve weeks of visits as dots; the gap at the end is the reason, drawn as a dashed line to today. */
export function VisitStrip({ days, words }: { days: readonly number[]; words: string }) {
  const width = 240
  const last = Math.max(0, ...days)
  return (
    <svg className="visit-strip" role="img" aria-label={words} viewBox={`-4 0 ${width + 8} 16`}>
      {[0, 1 / 3, 2 / 3, 1].map((share) => (
        <path key={share} className="week" d={`M${share * width} 2v12`} />
      ))}
      <path className="gap" d={`M${last * width + 5} 8H${width}`} />
      {days.map((share) => (
        <circle key={share} cx={share * width} cy={8} r={3} />
      ))}
    </svg>
  )
}
