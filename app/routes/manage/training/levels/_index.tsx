import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { laddersPage } from '#app/domain/progression/ladder-queries.server.ts'
import { asksWords, audienceWords } from '#app/domain/progression/progress-words.ts'
import { may } from '#app/domain/scope/permissions.ts'
import { requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { Sign } from '#app/ui/icon/sign.tsx'
import { Empty } from '#app/ui/list/empty.tsx'
import { Label } from '#app/ui/list/label.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { type Column, Table } from '#app/ui/list/table.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Levels', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requirePermission(context, 'levels:write')
  const ladders = await laddersPage(ctx)
  return {
    studio: { slug: ctx.studio.slug },
    writes: may(viewer.role, 'ladders:write'),
    ladders: ladders.map(({ id, name, discipline, audience, levels }) => ({
      id,
      name,
      audience: audience === 'everyone' ? '' : audienceWords[audience],
      discipline: discipline === name ? '' : discipline,
      // As on a ladder, the highest stands at the top.
      levels: levels.toReversed().map((level, n) => ({
        id: level.id,
        ladderId: id,
        name: level.name,
        colour: level.colour,
        people: level.people,
        stripes: level.stripes > 0 ? count(level.stripes, 'stripe') : '',
        asks: asksWords(level),
        opens: level.opens,
        highest: n === 0,
        lowest: n === levels.length - 1,
      })),
    })),
  }
}

type Data = Awaited<ReturnType<typeof loader>>
type Level = Data['ladders'][number]['levels'][number]

const columns = (studio: { slug: string }, writes: boolean): Column<Level>[] => [
  {
    name: 'Level',
    place: 'name',
    cell: ({ id, ladderId, name, colour, stripes }) => (
      <span className="rung">
        <Sign sign={{ colour, icon: null }} id={id} />
        <span>
          <Link to={paths.manageLadder(studio, ladderId, { level: id })}>{name}</Link>{' '}
          {stripes && <small>{stripes}</small>}
        </span>
      </span>
    ),
  },
  { name: 'Asks', place: 'under', cell: ({ asks }) => asks },
  { name: 'Opens', place: 'wide', cell: ({ opens }) => opens },
  {
    name: 'People',
    place: 'state',
    number: true,
    cell: ({ id, ladderId, name, people }) => (
      <Link to={paths.manageLadder(studio, ladderId, { level: id })}>
        {people}
        <span className="vh"> on {name}</span>
      </Link>
    ),
  },
  ...(writes
    ? [
        {
          name: 'Change',
          place: 'acts' as const,
          cell: ({ id, ladderId, name, highest, lowest }: Level) => (
            <Form
              method="post"
              action={paths.manageLadderAct(studio, ladderId, 'move')}
              className="actions"
            >
              <input type="hidden" name="level" value={id} />
              {!highest && (
                <button type="submit" className="button quiet small" name="way" value="up">
                  Up<span className="vh">, move {name} one level higher</span>
                </button>
              )}
              {!lowest && (
                <button type="submit" className="button quiet small" name="way" value="down">
                  Down<span className="vh">, move {name} one level lower</span>
                </button>
              )}
              <Link className="button quiet small" to={paths.manageLevel(studio, ladderId, id)}>
                Edit<span className="vh"> {name}</span>
              </Link>
            </Form>
          ),
        },
      ]
    : []),
]

export default function Levels() {
  const { studio, writes, ladders } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Levels"
        intro="Who can do what, and what the next level asks. Classes can ask for a level."
        actions={
          writes && (
            <Link className="button primary" to={paths.manageLadderNew(studio)}>
              Add a ladder
            </Link>
          )
        }
      />
      {ladders.length === 0 && (
        <Empty
          icon="training"
          title="No levels yet"
          text="A ladder is a row of levels, like belts. Members see where they are and what comes next."
        />
      )}
      {ladders.map((ladder) => (
        <section key={ladder.id} className="ladder" aria-labelledby={`l-${ladder.id}`}>
          <div className="ladder-head">
            <h2 id={`l-${ladder.id}`}>
              {ladder.name} {ladder.discipline && <small>{ladder.discipline}</small>}{' '}
              {ladder.audience && <Label text={ladder.audience} tone="line" />}
            </h2>
            {writes && (
              <div className="actions">
                <Link
                  className="button quiet small"
                  to={paths.manageLadderAct(studio, ladder.id, 'edit')}
                >
                  Change<span className="vh"> {ladder.name}</span>
                </Link>
                <Link className="button small" to={paths.manageLevelNew(studio, ladder.id)}>
                  Add a level<span className="vh"> to {ladder.name}</span>
                </Link>
              </div>
            )}
          </div>
          {ladder.levels.length > 0 ? (
            <Table
              caption={`Levels of ${ladder.name}, the highest first`}
              rows={ladder.levels}
              rowKey={({ id }) => id}
              columns={columns(studio, writes)}
            />
          ) : (
            <p className="muted">No levels yet.</p>
          )}
        </section>
      ))}
    </>
  )
}
