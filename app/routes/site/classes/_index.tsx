import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import {
  countPublicFilters,
  priceEnd,
  publicClassFilters,
} from '#app/domain/timetable/public-classes/public-class-filters.ts'
import { publicClassesPage } from '#app/domain/timetable/public-classes/public-classes-page.server.ts'
import { paths } from '#app/paths.ts'
import { RangeField } from '#app/ui/form/range-field.tsx'
import { limitOn } from '#app/ui/form/range-scale.ts'
import { PublicClasses } from '#app/ui/landing/public-classes.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { SiteFrame } from '#app/ui/layout/site-frame.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { shareMeta } from '#app/ui/share/share-meta.ts'
import { eventsFacts } from '#app/ui/share/structured-data.ts'
import { State } from '#app/ui/state/state.tsx'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  shareMeta(
    { matches },
    {
      title: 'Find a class',
      description: 'Classes of every listed studio by day, place, level and price.',
      path: paths.classes(),
      facts: (at) => eventsFacts(data?.classes ?? [], at),
    },
  )

export const handle = { styles: ['classes', 'button', 'state', 'range'] } satisfies PageHandle

export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const { now } = await app.loadVisitor()
  const filters = publicClassFilters.parse(Object.fromEntries(app.url.searchParams))
  const page = await publicClassesPage({ directory: app.directory, now }, filters)
  return {
    ...page,
    filters,
    narrowed: countPublicFilters(filters),
  }
}

export default function Classes() {
  const { classes, after, filters, narrowed } = useLoaderData<typeof loader>()
  return (
    <SiteFrame>
      <Main>
        <h1>Find a class</h1>
        <Filters />
        {classes.length > 0 ? (
          <PublicClasses classes={classes} />
        ) : (
          <State
            icon="search"
            title={narrowed > 0 ? 'No class matches' : 'No classes in the next two weeks'}
          >
            <p>
              {narrowed > 0
                ? 'Try another day or place. If your studio isn’t listed, use the link it gave you.'
                : 'If your studio isn’t listed, use the link it gave you.'}
            </p>
          </State>
        )}
        <p className="pair">
          {(filters.after || narrowed > 0) && (
            <a className="button" href={paths.classes()}>
              Show all classes
            </a>
          )}
          {after && (
            <a className="button" rel="next" href={paths.classes({ ...filters, after })}>
              Later classes
            </a>
          )}
        </p>
        <p className="soft">
          Times are each studio's own. Places were counted a minute ago. We check again when you
          book.
        </p>
      </Main>
    </SiteFrame>
  )
}

/** What single classes cost, in whole units of a studio's currency. */
const prices = { max: priceEnd, step: 5 }

function Filters() {
  const { filters, disciplines, towns } = useLoaderData<typeof loader>()
  return (
    <search>
      <form className="class-finder" method="get" action={paths.classes()}>
        <Choice
          name="discipline"
          label="What"
          all="Everything"
          options={disciplines}
          value={filters.discipline}
        />
        <Choice name="town" label="Where" all="Everywhere" options={towns} value={filters.town} />
        <label>
          Day
          <input type="date" name="day" defaultValue={filters.day} />
        </label>
        <label>
          Time of day
          <select name="time" defaultValue={filters.time}>
            <option value="">Any</option>
            <option value="morning">Morning</option>
            <option value="afternoon">Afternoon</option>
            <option value="evening">Evening</option>
          </select>
        </label>
        <RangeField
          name="price"
          label="Price at most"
          value={limitOn(filters.price, prices)}
          scale={prices}
          say={String}
          any="Any"
        />
        <label className="tick">
          <input type="checkbox" name="open" value="1" defaultChecked={filters.open === '1'} />
          Open to all levels
        </label>
        <label className="tick">
          <input type="checkbox" name="places" value="1" defaultChecked={filters.places === '1'} />
          Has places
        </label>
        <button className="button primary big" type="submit">
          Find classes
        </button>
      </form>
    </search>
  )
}

function Choice(props: {
  name: string
  label: string
  all: string
  options: readonly string[]
  value: string
}) {
  const { name, label, all, options, value } = props
  return (
    <label>
      {label}
      <select name={name} defaultValue={value}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  )
}
