import { withoutMeter } from '#app/db/connection.server.ts'
import { noteMissing } from '#app/domain/audit/note-missing.server.ts'
import { isStaff } from '#app/domain/scope/permissions.ts'
import { type DeskSection, deskSectionOf } from '#app/paths/page-parts.ts'
import { idForm } from '#app/values/id.ts'
import type { RequestContext } from './request-context.server.ts'

/**
 * Notes, after the answer has gone, that somebody at work was answered 404 for an address with an
 * id in it: their studio has no such record. An address without an id is a slip of the pen, and
 * what members and strangers ask for says nothing of how the studio's own people work.
 */
export function noteMissingSoon(app: RequestContext, status: number): void {
  if (status !== 404 || !hasId(app.url)) return
  const section = deskSectionOf(app.url.pathname)
  if (section) app.waitUntil(noteQuietly(app, section))
}

/** Whether an address of the desk has an id in it; `appointments` has the form of one. */
function hasId({ pathname }: URL): boolean {
  const [, , area, ...rest] = pathname.split('/')
  return area === 'manage' && rest.some((part) => idForm.test(part) && !/^[a-z]+$/.test(part))
}

async function noteQuietly(app: RequestContext, section: DeskSection): Promise<void> {
  try {
    const { studio, visitor, now } = await app.loadVisitor()
    const place = visitor?.affiliation
    if (!studio || !visitor || place?.state !== 'active' || !isStaff(place.role)) return
    const db = withoutMeter(app.shardOf(studio))
    const actor = { userId: visitor.userId, name: visitor.name }
    await noteMissing({ db, studio, now, actor }, section)
  } catch (error) {
    console.error('A record that is not there could not be noted', {
      requestId: app.requestId,
      error,
    })
  }
}
