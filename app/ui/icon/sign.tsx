import type { ClassSign } from '#app/domain/scheduling/class-sign.ts'
import { signLook } from '#app/values/palette.ts'

/** The sign of a class: its icon on its colour, or its colour alone. It stands beside the name, so it has none. */
export function Sign({ sign, id }: { sign: ClassSign; id: string }) {
  return (
    <svg className="sign" viewBox="0 0 36 36" aria-hidden="true">
      <SignParts sign={sign} id={id} />
    </svg>
  )
}

/** What a list of classes draws once: each row then only refers to its sign. Ids begin with `s-`. */
export function SignSheet({ signs }: { signs: readonly (readonly [id: string, sign: ClassSign])[] }) {
  if (signs.length === 0) return null
  return (
    <svg className="vh" aria-hidden="true">
      {signs.map(([id, sign]) => (
        <symbol key={id} id={`s-${id}`} viewBox="0 0 36 36">
          <SignParts sign={sign} id={id} />
        </symbol>
      ))}
    </svg>
  )
}

/** A sign that stands in the page's sheet. */
export function SheetSign({ id }: { id: string }) {
  return (
    <svg className="sign" aria-hidden="true">
      <use href={`#s-${id}`} />
    </svg>
  )
}

function SignParts({ sign: { colour, icon }, id }: { sign: ClassSign; id: string }) {
  const { fill, stops, ink } = signLook(colour)
  return (
    <>
      {stops && (
        <linearGradient id={`g-${id}`} x2="1" y2="1">
          <stop stopColor={stops[0]} />
          <stop offset="1" stopColor={stops[1]} />
        </linearGradient>
      )}
      <rect width="36" height="36" rx="10" fill={stops ? `url(#g-${id})` : fill} />
      {icon && (
        <g
          transform="translate(6 6)"
          color={ink}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawing is our own file (scripts/icons).
          dangerouslySetInnerHTML={{ __html: icon.body }}
        />
      )}
    </>
  )
}
