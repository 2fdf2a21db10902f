import type { ClassSign } from '#app/domain/calendar/class-sign.ts'
import { signLook } from '#app/values/palette.ts'

/**
 * The sign of a class: its icon on its colour, or its colour alone. It is beside the name, so
 * it has none.
 */
export function Sign({ sign, id }: { sign: ClassSign; id: string }) {
  return (
    <svg className="sign" viewBox="0 0 36 36" aria-hidden="true">
      <SignParts sign={sign} id={id} />
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
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own file (scripts/icons).
          dangerouslySetInnerHTML={{ __html: icon.body }}
        />
      )}
    </>
  )
}
