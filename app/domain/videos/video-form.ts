/** The forms of videos. Messages are on the type. */
import * as z from 'zod'
import { videoAccess, videoKinds, videoStates } from '#app/db/studio/day/videos-words.ts'
import { tidyText } from '#app/values/text/tidy-text.ts'
import { versionField } from '#app/values/version-field.ts'
import { readChapters, readClock } from './web-vtt.ts'

const title = z
  .string({ error: 'Enter a title' })
  .overwrite(tidyText)
  .min(1, { error: 'Enter a title' })
  .max(120, { error: 'Enter a title of at most 120 characters' })

const short = (most: number) =>
  z
    .string()
    .overwrite(tidyText)
    .max(most, { error: `Use at most ${most} characters` })
    .default('')

/** An address elsewhere, with https and without a name or password in it. */
const link = z
  .string()
  .overwrite(tidyText)
  .max(500, { error: 'Enter an address of at most 500 characters' })
  .default('')
  .refine((text) => text === '' || isSafeLink(text), {
    error: 'Enter an address that begins with https://',
  })

function isSafeLink(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, hostname } = new URL(text)
  return protocol === 'https:' && username === '' && password === '' && hostname.includes('.')
}

export const newVideoForm = z
  .object({
    key: z.string().regex(/^[\w-]{1,40}$/, { error: 'Reload the page and try again' }),
    title,
    kind: z.enum(videoKinds, { error: 'Choose what it is' }),
    link,
    exercise: short(120),
  })
  .refine(({ kind, link: to }) => kind === 'file' || to !== '', {
    path: ['link'],
    error: 'Enter where it is watched',
  })
export type NewVideoForm = z.output<typeof newVideoForm>

const tick = z
  .literal('on')
  .optional()
  .transform((on) => on === 'on')

/** `plans` are names of plans, several under one name; `exercise` is the name of one. */
export const videoForm = z
  .object({
    title,
    about: z
      .string()
      .overwrite(tidyText)
      .max(2_000, { error: 'Use at most 2,000 characters' })
      .default(''),
    credit: short(200),
    link,
    state: z.enum(videoStates, { error: 'Choose who sees it' }),
    exercise: short(120),
    onShelf: tick,
    access: z.enum(videoAccess, { error: 'Choose who watches it' }),
    plans: z.array(z.string().max(120)).max(40).optional(),
    levelId: z.string().max(40).default(''),
    length: z
      .string()
      .default('')
      .refine((text) => text.trim() === '' || readClock(text) !== null, {
        error: 'Enter a length such as 12:30',
      })
      .transform((text) => readClock(text) ?? 0),
    chapters: z
      .string()
      .max(4_000, { error: 'Use at most 4,000 characters' })
      .default('')
      .transform((text, ctx) => {
        const read = readChapters(text)
        if (typeof read !== 'string') return read
        ctx.addIssue({ code: 'custom', message: read })
        return z.NEVER
      }),
    captionsLanguage: z
      .string()
      .overwrite(tidyText)
      .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?$/, { error: 'Enter a language such as en or de' })
      .default('en'),
    poster: z.string().max(300).default(''),
    version: versionField,
  })
  .refine(({ access, plans }) => access !== 'plan' || (plans ?? []).length > 0, {
    path: ['plans'],
    error: 'Choose at least one plan',
  })
  .refine(({ access, levelId }) => access !== 'level' || levelId !== '', {
    path: ['levelId'],
    error: 'Choose a level',
  })
export type VideoForm = z.output<typeof videoForm>

/** What a browser says before it sends parts. */
export const beginForm = z.object({
  act: z.literal('begin'),
  name: z.string().overwrite(tidyText).max(200).default('Video'),
  bytes: z.coerce.number().int().min(1),
})
