import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { sizeWords } from '#app/domain/files/file-words.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { videosStatement } from '#app/domain/videos/video-queries.server.ts'
import { accessWords, lengthOf, videosShown } from '#app/domain/videos/video-words.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { ListPage } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Videos', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'training:read')
  const rows = await videosStatement(ctx)
  return {
    studio: { slug: ctx.studio.slug },
    canWrite: may(viewer.role, 'training:write'),
    more: rows.length > videosShown,
    videos: rows.slice(0, videosShown).map((row) => ({
      id: row.id,
      title: row.title,
      published: row.state === 'published',
      ready: row.kind === 'link' || row.hasFile === 1,
      where: [row.exercise, row.onShelf ? `On the shelf: ${accessWords[row.access]}` : '']
        .filter(Boolean)
        .join(', '),
      size: row.kind === 'link' ? 'Link' : sizeWords(row.bytes),
      length: lengthOf(row.seconds),
      watched: row.watched > 0 ? count(row.watched, 'person', 'people') : '',
    })),
  }
}

export default function Videos() {
  const { studio, videos, canWrite, more } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.manageExercises(studio)}>Exercises</BackLink>
      <ListPage
        title="Videos"
        intro="With an exercise in the encyclopedia, on the members’ shelf, or both."
        actions={
          <>
            <a className="button" href={paths.videos(studio)}>
              See the shelf
            </a>
            {canWrite && (
              <Link className="button primary" to={paths.manageVideoNew(studio)}>
                <Icon name="plus" /> Add a video
              </Link>
            )}
          </>
        }
      >
        {videos.length > 0 ? (
          <Table
            caption="Videos, by title"
            rows={videos}
            rowKey={({ id }) => id}
            columns={[
              {
                name: 'Title',
                place: 'name',
                cell: ({ id, title }) => <Link to={paths.manageVideo(studio, id)}>{title}</Link>,
              },
              { name: 'State', place: 'state', cell: (one) => <State {...one} /> },
              { name: 'Where', place: 'under', cell: ({ where }) => where },
              { name: 'Length', place: 'under', number: true, cell: ({ length }) => length },
              { name: 'Watched by', place: 'desk', number: true, cell: ({ watched }) => watched },
              { name: 'Size', place: 'wide', number: true, cell: ({ size }) => size },
            ]}
          />
        ) : (
          <Empty
            icon="play"
            title="No videos yet"
            text="A move from two sides, a recorded class, a warm-up for home: MP4 or WebM, at most 100 MB each."
          />
        )}
        {more && <p className="muted">These are the first {videosShown}.</p>}
      </ListPage>
    </>
  )
}

function State({ published, ready }: { published: boolean; ready: boolean }) {
  if (!ready) return <Label text="No file yet" tone="warn" />
  return published ? <Label text="Published" tone="good" /> : <Label text="Draft" tone="line" />
}
