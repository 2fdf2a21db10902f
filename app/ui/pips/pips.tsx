/** A place or a credit: there, there but gone soon, or used. */
export type Pip = 'full' | 'soon' | 'used'

/** More marks than this are no longer counted at a glance: the number beside them says it alone. */
const most = 20

/**
 * Marks distinguished by shape as well as by colour. The words beside them say the same. Styles:
 * `pips`.
 */
export function Pips({ pips }: { pips: readonly Pip[] }) {
  if (pips.length === 0 || pips.length > most) return null
  return (
    <svg
      className="pips"
      viewBox={`0 0 ${pips.length * 14} 10`}
      preserveAspectRatio="xMinYMid"
      aria-hidden="true"
    >
      {pips.map((pip, i) => (
        <circle
          key={i}
          className={pip === 'full' ? undefined : pip}
          cx={5 + i * 14}
          cy="5"
          r={pip === 'soon' ? 4 : 5}
        />
      ))}
    </svg>
  )
}

/** One kind of mark so many times. */
export const pipsOf = (n: number, pip: Pip): Pip[] =>
  Array.from({ length: Math.max(0, n) }, () => pip)
