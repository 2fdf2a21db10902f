import { paths } from '#app/paths.ts'
import { wholeNumberRules } from '#app/values/field-rules.ts'
import { FormFold } from '../form/form-fold.tsx'
import { LiveFormBody, SendButton, useLiveForm } from '../form/live-form.tsx'
import { TextField } from '../form/text-field.tsx'
import { Empty } from '../list/empty.tsx'
import { Facts, Figures } from '../list/figures.tsx'
import {
  CheckFilter,
  DayFilter,
  FilterBar,
  SearchFilter,
  SelectFilter,
  ViewChips,
} from '../list/filter-bar.tsx'
import { Label, type LabelTone } from '../list/label.tsx'
import { ListPage } from '../list/list-page.tsx'
import { Pager } from '../list/pager.tsx'
import { BulkBar, PickAll, PickRow } from '../list/pick.tsx'
import { StatusLines } from '../list/status-lines.tsx'
import { Table } from '../list/table.tsx'
import { ClassLine } from '../schedule/class-line.tsx'
import { FillMarks } from '../schedule/fill-marks.tsx'
import { Marks } from '../schedule/roster-table.tsx'
import { Places } from '../staff/places.tsx'
import { Example, Section } from './example.tsx'

const here = paths.gallery()
const studio = { slug: 'northside' }
const tones: [LabelTone, string][] = [
  [null, 'Archived'],
  ['good', 'Active'],
  ['warn', 'Frozen'],
  ['bad', 'Past due'],
  ['line', 'vip'],
]
const rows = [
  { id: '1', name: 'Aisha Rahman', state: 'Active', credits: 4 },
  { id: '2', name: 'Alba Moreno', state: 'Frozen', credits: 12 },
]
const classLine = {
  id: 'c1',
  title: 'Slow flow',
  time: '18:30',
  until: '19:30',
  over: false,
  state: 'scheduled',
  roomName: 'Yoga room',
  coachName: 'Priya Nair',
  insteadOf: null,
  capacity: 16,
  booked: 9,
  waiting: 0,
}

/** Lists, tables and marks of the desk, and a form that is checked while someone types. */
export function DeskParts() {
  const form = useLiveForm('live', ['title', 'minutes', 'bring'], {
    answer: undefined,
    values: { minutes: '60' },
    rules: {
      title: { required: true, missing: 'Enter a title' },
      minutes: {
        ...wholeNumberRules(1, 999),
        required: true,
        missing: 'Enter how many minutes it lasts',
      },
    },
  })
  return (
    <>
      <Section title="A form that is checked while typing">
        <Example state="live" wide>
          <LiveFormBody of={form} action={here} className="sheet-form">
            <TextField field={form.fields.title} label="Title" />
            <TextField field={form.fields.minutes} label="Minutes" />
            <FormFold
              title="For guests"
              note="What to bring"
              fields={form.fields}
              names={['bring']}
            >
              <TextField field={form.fields.bring} label="What to bring" />
            </FormFold>
            <div className="form-end">
              <SendButton sending="Saving…">Save it</SendButton>
            </div>
          </LiveFormBody>
        </Example>
      </Section>
      <Section title="Lists">
        <Example state="filled" wide>
          <ListPage
            title="Members"
            intro="2 members."
            actions={
              <button type="button" className="button primary">
                Add a person
              </button>
            }
            filters={
              <>
                <ViewChips
                  views={[
                    { name: 'Everyone', path: here, current: true, count: '2' },
                    { name: 'Past due', path: here, current: false },
                  ]}
                />
                <FilterBar label="Narrow the list" action={here}>
                  <SearchFilter label="Find someone" value="" />
                  <SelectFilter
                    name="plan"
                    label="Any plan"
                    value=""
                    options={[{ value: 'u', label: 'Unlimited' }]}
                  />
                  <DayFilter name="from" label="From" value="2027-03-01" />
                  <CheckFilter name="staff" label="Staff" checked={false} />
                </FilterBar>
              </>
            }
          >
            <Table
              caption="Two people, by name"
              rows={rows}
              rowKey={({ id }) => id}
              columns={[
                {
                  name: 'Name',
                  place: 'name',
                  cell: ({ name }) => name,
                  sort: { path: here, current: 'ascending' },
                },
                {
                  name: 'State',
                  place: 'state',
                  cell: ({ state }) => <Label text={state} tone="good" />,
                },
                { name: 'Credits', place: 'under', number: true, cell: ({ credits }) => credits },
              ]}
            />
            <Pager
              page={{ page: 2, perPage: 2, total: 1_000, more: true, pages: 500 }}
              shown={2}
              path={() => here}
            />
          </ListPage>
        </Example>
        <Example state="with rows to choose" wide>
          <form action={here} aria-label="Change the chosen people">
            <Table
              caption="Two people to choose from"
              rows={rows}
              rowKey={({ id }) => id}
              columns={[
                {
                  name: 'Choose',
                  head: <PickAll name="person" label="Choose all" />,
                  place: 'pick',
                  cell: ({ id, name }) => <PickRow name="person" value={id} label={name} />,
                },
                { name: 'Name', place: 'name', cell: ({ name }) => name },
              ]}
            />
            <BulkBar label="What to do with the chosen">
              <button type="submit" className="button">
                Write to them
              </button>
            </BulkBar>
          </form>
        </Example>
        <Example state="empty" wide>
          <Empty icon="members" title="Nobody yet" text="Everyone who trains here appears here.">
            <button type="button" className="button primary">
              Add the first person
            </button>
          </Empty>
        </Example>
        <Example state="a run that is over">
          <StatusLines lines={['12 people archived.', '2 were archived before.']} busy={false} />
        </Example>
        <Example state="a run that goes on">
          <StatusLines lines={['5 people archived so far.']} busy />
        </Example>
        <Example state="labels">
          <p className="gallery-signs">
            {tones.map(([tone, text]) => (
              <Label key={text} text={text} tone={tone} />
            ))}
          </p>
        </Example>
      </Section>
      <Section title="What counts, and facts">
        <Example state="figures">
          <Figures
            rows={[
              { name: 'Booked', value: '9', note: 'of 16' },
              { name: 'Waiting', value: '3' },
              { name: 'Open', value: '£42.00', className: 'warn' },
            ]}
          />
        </Example>
        <Example state="facts, with a rule and an amount">
          <Facts
            rows={[
              { name: 'Late join', rule: 'Up to the third session' },
              { name: 'Price', amount: '£90.00' },
            ]}
          />
        </Example>
      </Section>
      <Section title="Classes at the desk">
        <Example state="open, full, over, cancelled" wide>
          <ul className="classes">
            <ClassLine studio={studio} listed={classLine} />
            <ClassLine
              studio={studio}
              listed={{ ...classLine, id: 'c2', booked: 16, waiting: 3 }}
            />
            <ClassLine studio={studio} listed={{ ...classLine, id: 'c3', over: true }} />
            <ClassLine studio={studio} listed={{ ...classLine, id: 'c4', state: 'cancelled' }} />
          </ul>
        </Example>
        <Example state="places">
          <FillMarks inside={3} booked={7} capacity={12} />
          <Places filled={2} booked={1} lost={1} free={6} label="2 of 10 left" />
        </Example>
        <Example state="marks">
          <p className="gallery-signs">
            <Marks
              marks={[
                { icon: 'sprout', text: 'First class', tone: 'line' },
                { icon: 'note', text: 'Left shoulder', tone: 'bad' },
                { icon: 'card', text: 'Past due', tone: 'warn' },
                { icon: 'star', text: 'Birthday', tone: null },
              ]}
            />
          </p>
        </Example>
      </Section>
    </>
  )
}
