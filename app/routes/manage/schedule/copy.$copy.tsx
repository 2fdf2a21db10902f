import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { continueCopy, findCopy } from '#app/domain/planning/copy-term.server.ts'
import { copiedWords } from '#app/domain/planning/copy-words.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { UnderWay } from '#app/ui/staff/under-way.tsx'
import { firstOfWeek } from '#app/values/zone.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Copying a term', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'schedule:read')
  const copy = await findCopy(ctx, params.copy ?? '')
  if (!copy) throw notFound()
  return {
    studio: { slug: ctx.studio.slug },
    id: params.copy ?? '',
    underWay: copy.state === 'copying',
    progress: { done: copy.gone, total: copy.of },
    lines: copiedWords(copy),
    draft: copy.draft,
    week: firstOfWeek(copy.to, ctx.studio),
    canContinue: may(viewer.role, 'schedule:write'),
  }
}

/** Goes on with the copy. 303 back to how far it is. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:write')
  const id = params.copy ?? ''
  if (!(await continueCopy(ctx, id))) throw notFound()
  return redirect(paths.manageTermCopy(ctx.studio, id), 303)
}

export default function TermCopied() {
  const { studio, id, underWay, progress, lines, draft, week, canContinue } =
    useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageCopyTerm(studio)}>Copy a term</BackLink>
      <PageHead title={underWay ? 'Copying a term' : 'The term is copied'} />
      {underWay && (
        <UnderWay
          {...progress}
          did="weekly classes gone through"
          path={canContinue ? paths.manageTermCopy(studio, id) : null}
        />
      )}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p>
        {draft ? (
          <Link to={paths.managePublish(studio)}>See the drafts</Link>
        ) : (
          <Link to={paths.manageClasses(studio, { from: week })}>See the week it begins in</Link>
        )}
      </p>
    </>
  )
}
