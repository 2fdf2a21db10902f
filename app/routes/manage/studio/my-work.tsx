import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { workForm } from '#app/domain/staffing/work-form.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { actOnTimes } from './staff/work-parts/act-on-times.server.ts'
import { HeldSection } from './staff/work-parts/held-section.tsx'
import { TimesSections } from './staff/work-parts/times-sections.tsx'
import { workData } from './staff/work-parts/work-data.server.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Your work', { matches })

/** What the reader holds and when they work; nobody else's. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'work:own')
  return workData(ctx, viewer.personId, { files: false })
}

/** Asks for the reader's own time off and keeps their hours; papers are a manager's to note. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'work:own')
  const submission = await parseForm(request, workForm)
  if (submission.status !== 'success') return invalid(submission)
  const form = submission.value
  if (form.act === 'hold' || form.act === 'drop') throw notFound()
  const back = paths.manageMyWork(ctx.studio)
  const { personId } = viewer
  return actOnTimes({ app, ctx }, submission, form, { personId, back, approved: false })
}

export default function MyWork() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  return (
    <>
      <BackLink to={paths.manageToday(data.studio)}>Today</BackLink>
      <PageHead
        title="Your work"
        intro="Your time off, when you can teach, and your qualifications."
        actions={
          <>
            <Link className="button" to={paths.manageRota(data.studio)}>
              Rota
            </Link>
            <Link className="button quiet" to={paths.manageMyBio(data.studio)}>
              Public bio
            </Link>
            <Link className="button quiet" to={paths.manageMyPay(data.studio)}>
              Your pay
            </Link>
          </>
        }
      />
      <div className="sections">
        <TimesSections {...{ data, answer }} manager={false} />
        <HeldSection data={data} answer={undefined} writes={false} />
      </div>
    </>
  )
}
