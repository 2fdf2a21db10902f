/** What both pages of a bio read and post: a manager's, and its person's own. */
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { bioForm } from '#app/domain/staffing/bio-form.ts'
import { findBio, saveBio } from '#app/domain/staffing/save-bio.server.ts'
import { keptPath } from '#app/domain/storage/kept-image.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, outdated, parsePosted, readPosted } from '#app/http/form.server.ts'
import { notFound } from '#app/http/guards.server.ts'
import { postedText, settlePicture } from '#app/http/posted-picks.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'
import { paths } from '#app/paths.ts'
import type { BioData } from './bio-page.tsx'

/** 404 for anybody who does not work here. */
export async function bioData(
  ctx: StaffContext,
  personId: string,
  { own }: { own: boolean },
): Promise<BioData> {
  const bio = await findBio(ctx, personId)
  if (!bio) throw notFound()
  const { name, text, photo, agreedAt, version } = bio
  return {
    studio: { slug: ctx.studio.slug },
    personId,
    name,
    own,
    version,
    agreed: agreedAt !== null,
    values: { text, photo, shown: agreedAt ? 'on' : '' },
    rules: fieldRules(bioForm),
  }
}

/** Keeps it: 303 back to the work it belongs to, 422 with what was typed. */
export async function keepBio(
  { app, ctx }: { app: RequestContext; ctx: StaffContext & MemberContext },
  request: Request,
  personId: string,
  { own }: { own: boolean },
) {
  const posted = await readPosted(request, { megabytes: 20 })
  const before = await findBio(ctx, personId)
  // Public photos can be read by anybody: one of a colleague is nobody else's to keep.
  const mine = keptPath(postedText(posted, 'photo')) !== keptPath(before?.photo ?? '')
  const photo = await settlePicture(app, ctx, posted, { name: 'photo', folder: 'staff', mine })
  const submission = parsePosted(posted, bioForm)
  const wrong: Record<string, string[]> = photo ? { photo: [photo] } : {}
  if (submission.status !== 'success' || photo) return invalid(submission, wrong)
  const result = await saveBio(ctx, personId, submission.value, { own })
  const { studio } = ctx
  if (result.ok)
    return redirectWithFlash(
      app,
      own ? paths.manageMyWork(studio) : paths.manageStaffWork(studio, personId),
      own && submission.value.shown ? 'Saved and shown on the studio’s page.' : 'Bio saved.',
    )
  if (result.reason === 'not_found') throw notFound()
  return outdated(submission, 'this bio')
}
