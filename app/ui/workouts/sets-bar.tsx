const most = 40

function markOf(i: number, done: number): string | undefined {
  if (i < done) return 'd'
  return i === done ? 'n' : undefined
}

/**
 * The sets of a workout as one bar: done, next, to come. The words beside it say the same. Style:
 * `log` or `logger`.
 */
export function SetsBar({ done, asked }: { done: number; asked: number }) {
  const all = Math.max(done, asked)
  if (all === 0 || all > most) return null
  const step = 100 / all
  return (
    <svg className="sets-bar" width="100%" height="6" aria-hidden="true">
      {Array.from({ length: all }, (_, i) => (
        <rect
          key={i}
          className={markOf(i, done)}
          x={`${(i * step).toFixed(2)}%`}
          width={`${(step * 0.82).toFixed(2)}%`}
          height="6"
          rx="3"
        />
      ))}
    </svg>
  )
}
