/**
 * What the pickers of `app/ui/picker` post, settled into one value a field before the form is
 * checked.
 */

import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import { bucketOfFolder } from '#app/domain/storage/buckets.ts'
import { imageRefusalWords } from '#app/domain/storage/image-header.ts'
import { keptPath, keptText } from '#app/domain/storage/kept-image.ts'
import { findObject } from '#app/domain/storage/object-queries.server.ts'
import { storeImage } from '#app/domain/storage/store-image.server.ts'
import { newId } from '#app/values/id.ts'
import { ownColour, parseHex } from '#app/values/palette.ts'
import { mediaOf } from './upload.server.ts'

/** Text of a field; empty where there is none. */
export function postedText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** A colour of someone's own becomes `#` plus hex; every other choice stays what it is. */
export function settleColour(form: FormData, name: string): void {
  if (postedText(form, name) !== ownColour) return
  form.set(name, parseHex(postedText(form, `${name}Own`)) ?? ownColour)
}

/**
 * What an icon picker without scripts is asked to look up: by its button, or because a search was
 * typed that its icons were not found by; null where the form is sent for good.
 */
export function iconSearch(form: FormData, name: string): string | null {
  const typed = postedText(form, `${name}Find`).trim().slice(0, 60)
  const pressed = postedText(form, 'find') === name
  return pressed || typed !== postedText(form, `${name}Shown`) ? typed : null
}

/** Where in a studio's own folder pictures of a kind lie. */
export type PictureFolder = 'brand' | 'classes' | 'people' | 'staff'

type Media = { env: { MEDIA: R2Bucket; IMAGES: ImagesBinding } }
type Owner = StudioContext & Partial<Pick<MemberContext, 'actor'>>

/**
 * A picture becomes the text that its row keeps: of a file that came along (stored in a folder of
 * its own, so that it replaces nothing), of a picture of this studio that was uploaded before, or
 * empty. Answers the sentence of a refusal, or null. With `mine` a picture uploaded before counts
 * only if the same account did; any other says nothing.
 */
export async function settlePicture(
  app: Media,
  ctx: Owner,
  form: FormData,
  { name, folder, mine = false }: { name: string; folder: PictureFolder; mine?: boolean },
): Promise<string | null> {
  const file = form.get(`${name}File`) as File | string | null
  const kept = postedText(form, name)
  if (file instanceof File) {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const stored = await storeImage(mediaOf(app, ctx), {
      folder: `${folder}/${newId()}`,
      file: { name: file.name, bytes },
      alt: '',
      bucket: bucketOfFolder(folder),
    })
    if (!stored.ok) return imageRefusalWords[stored.reason]
    form.set(name, keptText(stored.value))
  } else if (postedText(form, `${name}None`) !== '') {
    form.set(name, '')
  } else if (kept !== '') {
    const path = keptPath(kept)
    const own = path.startsWith(`${ctx.studio.id}/${folder}/`)
    const object = own
      ? await findObject({ db: ctx.db, studioId: ctx.studio.id }, bucketOfFolder(folder), path)
      : null
    if (mine && object?.ownerId !== ctx.actor?.userId) form.delete(name)
    else form.set(name, object ? keptText(object) : '')
  }
  return null
}
