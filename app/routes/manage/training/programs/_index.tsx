import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { shapeWords } from '#app/domain/programs/program-plan.ts'
import { programsStatement } from '#app/domain/programs/program-queries.server.ts'
import { programStateWords } from '#app/domain/programs/program-words.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { ListPage } from '#app/ui/list/list-page.tsx'
import { Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Programs', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx, viewer } = await requirePermission(context, 'training:read')
  const retired = app.url.searchParams.get('retired') === '1'
  const programs = await programsStatement(ctx, retired)
  return {
    studio: { slug: ctx.studio.slug },
    retired,
    programs: programs.map((one) => ({
      id: one.id,
      name: one.name,
      folder: one.folder,
      state: one.state,
      shape: shapeWords(one),
      people: one.people,
      free: one.access === 'free',
    })),
    canWrite: may(viewer.role, 'training:write'),
  }
}

const tones = { draft: 'line', published: 'good', retired: 'line' } as const

export default function Programs() {
  const { studio, programs, retired, canWrite } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title="Programs"
      intro={retired ? 'Retired ones. Who is on them stays on them.' : 'Plans of several weeks.'}
      actions={
        <>
          <Link
            className="button"
            to={
              retired ? paths.managePrograms(studio) : `${paths.managePrograms(studio)}?retired=1`
            }
          >
            {retired ? 'Show the others' : 'Show retired ones'}
          </Link>
          {canWrite && (
            <Link className="button primary" to={paths.manageProgramNew(studio)}>
              <Icon name="plus" /> Add a program
            </Link>
          )}
        </>
      }
    >
      {programs.length === 0 ? (
        <Empty
          icon="steps"
          title={retired ? 'No program is retired' : 'No programs yet'}
          text="A program is weeks of sessions that you give to people, to a class or to a level."
        />
      ) : (
        <Table
          caption="Programs by folder and name"
          columns={[
            {
              name: 'Name',
              place: 'name',
              cell: ({ id, name }) => <Link to={paths.manageProgram(studio, id)}>{name}</Link>,
            },
            {
              name: 'State',
              place: 'state',
              cell: ({ state }) => <Label text={programStateWords[state]} tone={tones[state]} />,
            },
            { name: 'Folder', place: 'under', cell: ({ folder }) => folder },
            { name: 'Length', place: 'under', cell: ({ shape }) => shape },
            {
              name: 'People',
              place: 'under',
              cell: ({ people, free }) =>
                `${count(people, 'person', 'people')}${free ? ', free to take' : ''}`,
            },
          ]}
          rows={programs}
          rowKey={({ id }) => id}
        />
      )}
    </ListPage>
  )
}
