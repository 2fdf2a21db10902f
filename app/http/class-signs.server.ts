import { type ClassSign, classSign } from '#app/domain/calendar/class-sign.ts'
import { iconsNamed } from './icons.server.ts'

type Look = { colour: string; icon: string }

/** The signs of a page's class types, by id; those without a colour and an icon have none. */
export async function classSigns(
  env: { ASSETS: Fetcher },
  looks: readonly (readonly [classTypeId: string, look: Look])[],
): Promise<Record<string, ClassSign>> {
  const icons = await iconsNamed(
    env,
    looks.map(([, { icon }]) => icon),
  )
  return Object.fromEntries(
    [...new Map(looks)].flatMap(([id, look]) => {
      const sign = classSign(look, icons)
      return sign ? [[id, sign] as const] : []
    }),
  )
}
