import { withoutMeter } from '#app/db/connection.server.ts'
import { noteMissing } from '#app/domain/audit/note-missing.server.ts'
import { isStaff } from '#app/domain/scope/permissions.ts'
import { idForm } from '#app/values/id.ts'
import type { RequestContext } from './request-context.server.ts'

/**
 * Notes, after the answer has gone, that somebody at work was answered 404 for an address with an
 * id in it: their studio has no such record. An address without an id is a slip of the pen, and
 * what members and strangers ask for says nothing of how the studio's own people work.
 */
export function noteMissingSoon(app: RequestContext, status: number): void {
  if (status !== 404) return
  const address = withoutIds(app.url)
  if (address) app.waitUntil(noteQuietly(app, address))
}

/** A part of an address in words; `appointments` has the form of an id. */
const inWords = /^[a-z.-]+$/

/** `members/members/…` of an address of the desk; null where it has no id, or is not the desk's. */
function withoutIds({ pathname }: URL): string | null {
  const [, , area, ...rest] = pathname.split('/')
  const isId = (part: string) => idForm.test(part) && !inWords.test(part)
  if (area !== 'manage' || !rest.some(isId)) return null
  return rest.map((part) => (inWords.test(part) ? part : '…')).join('/')
}

async function noteQuietly(app: RequestContext, address: string): Promise<void> {
  try {
    const { studio, visitor, now } = await app.loadVisitor()
    const place = visitor?.affiliation
    if (!studio || !visitor || place?.state !== 'active' || !isStaff(place.role)) return
    const db = withoutMeter(app.shardOf(studio))
    const actor = { userId: visitor.userId, name: visitor.name }
    await noteMissing({ db, studio, now, actor }, address)
  } catch (error) {
    console.error('A record that is not there could not be noted', {
      requestId: app.requestId,
      error,
    })
  }
}
