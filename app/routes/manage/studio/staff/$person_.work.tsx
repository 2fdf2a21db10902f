import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import {
  addQualification,
  removeQualification,
} from '#app/domain/staffing/save-qualification.server.ts'
import { workForm } from '#app/domain/staffing/work-form.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { actOnTimes } from './work-parts/act-on-times.server.ts'
import { HeldSection } from './work-parts/held-section.tsx'
import { actOf, TimesSections } from './work-parts/times-sections.tsx'
import { workData } from './work-parts/work-data.server.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? `${data.person.name}’s work` : 'Work', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'staff:write')
  return workData(ctx, params.person ?? '', { files: true })
}

const refusals = {
  no_such_kind: { kindId: ['Choose from the list'] },
  no_such_file: { fileId: ['Choose a file of theirs'] },
}

/**
 * Notes what somebody holds, their time off or their hours, or takes it off: 303 to the page, 422
 * beside the field.
 */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'staff:write')
  const personId = params.person ?? ''
  const back = paths.manageStaffWork(ctx.studio, personId)
  const submission = await parseForm(request, workForm)
  if (submission.status !== 'success') return invalid(submission)
  const form = submission.value
  if (form.act === 'drop') {
    await removeQualification(ctx, personId, form.id)
    return redirectWithFlash(app, back, 'Removed.')
  }
  if (form.act !== 'hold')
    return actOnTimes({ app, ctx }, submission, form, { personId, back, approved: true })
  const result = await addQualification(ctx, personId, form)
  if (result.ok) return redirectWithFlash(app, back, 'Noted.')
  if (result.reason === 'not_found') throw notFound()
  return refused(submission, { code: result.reason, fields: refusals[result.reason] })
}

export default function StaffWork() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  return (
    <>
      <BackLink to={paths.manageStaff(data.studio)}>Staff</BackLink>
      <PageHead
        title={`${data.person.name}’s work`}
        intro="When they are away and can teach, and what they hold."
        actions={
          <Link className="button quiet" to={paths.manageStaffBio(data.studio, data.person.id)}>
            Public bio
          </Link>
        }
      />
      <div className="sections">
        <TimesSections {...{ data, answer }} manager />
        <HeldSection data={data} answer={actOf(answer) === 'hold' ? answer : undefined} writes />
      </div>
    </>
  )
}
