import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { markNoticesRead } from '#app/domain/messaging/mark-notices-read.server.ts'
import { noticesPage } from '#app/domain/overview/notices-page.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { requireMember } from '#app/http/guards.server.ts'
import { pageNumberOf } from '#app/http/list-params.server.ts'
import { ownPath } from '#app/paths/own-path.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { Pagination } from '#app/ui/list/pagination.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'
import { State } from '#app/ui/state/state.tsx'
import { parseInstant } from '#app/values/instant.ts'
import { deadline } from '#app/values/wording.ts'

export const handle = {
  styles: ['notices', 'lines', 'tag', 'back-link', 'pagination', 'state', 'button'],
} satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Notices', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requireMember(context)
  const { slug, name, timeZone, locale } = ctx.studio
  const { shell, notices } = await noticesPage(ctx, viewer, pageNumberOf(app.url))
  return {
    shell,
    notices: {
      ...notices,
      items: notices.items.map(({ id, text, path, createdAt, readAt }) => ({
        id,
        text,
        path: ownPath(path),
        createdAt,
        when: deadline(createdAt, timeZone, locale),
        isNew: readAt === null,
      })),
    },
    studio: { slug, name },
  }
}

/** How far the page that was read reaches; left out, everything until now. */
const schema = z.object({
  until: z
    .string()
    .optional()
    .transform((text) => (text ? parseInstant(text) : null)),
})

export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const submission = await parseForm(request, schema)
  if (submission.status !== 'success') return invalid(submission)
  const { read } = await markNoticesRead(ctx, { until: submission.value.until ?? ctx.now })
  return redirectWithFlash(
    app,
    paths.notices(ctx.studio),
    read > 0 ? 'All notices are marked as read.' : 'There were no new notices.',
  )
}

export default function Notices() {
  const { notices, studio, shell } = useLoaderData<typeof loader>()
  const newest = notices.items[0]
  return (
    <Main slim>
      <BackLink to={paths.portal(studio)}>Your account</BackLink>
      <div className="between">
        <h1>Notices</h1>
        {shell.unread > 0 && newest && notices.page === 1 && (
          <form method="post">
            <input type="hidden" name="until" value={newest.createdAt} />
            <button className="button" type="submit">
              Mark all as read
            </button>
          </form>
        )}
      </div>
      {newest ? (
        <ol className="lines notices">
          {notices.items.map((notice) => (
            <li key={notice.id} className={notice.isNew ? 'new' : undefined}>
              <NoticeText
                path={notice.path}
                text={notice.text}
                when={notice.when}
                isNew={notice.isNew}
              />
            </li>
          ))}
        </ol>
      ) : (
        <State icon="bell" title={notices.total > 0 ? 'This page doesn’t exist' : 'No notices'}>
          <p>
            When {studio.name} changes a class of yours, or a place opens for you, it appears here
            and in your email.
          </p>
        </State>
      )}
      <Pagination
        page={notices.page}
        pages={notices.pages}
        path={(page) => paths.notices(studio, { page })}
      />
    </Main>
  )
}

function NoticeText(props: { path: string | null; text: string; when: string; isNew: boolean }) {
  const { path, text, when, isNew } = props
  const message = (
    <span>
      {text}
      <br />
      <small className="soft">
        {when}
        {isNew && (
          <>
            {' '}
            <span className="tag warn">new</span>
          </>
        )}
      </small>
    </span>
  )
  if (!path) return <p className="go">{message}</p>
  return (
    <a className="go" href={path}>
      {message}
      <Icon name="next" />
    </a>
  )
}
