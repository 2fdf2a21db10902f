import { Form, Link } from '@remix-run/react'
import { sides, sideWords } from '#app/domain/flows/plan/flow-plan.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { openedVersion, type PageFormAnswer, sentOf } from '#app/ui/form/form-answer.ts'
import { FormFold } from '#app/ui/form/form-fold.tsx'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

const names = [
  'name',
  'exercise',
  'length',
  'side',
  'transition',
  'cue',
  'easier',
  'harder',
  'level',
  'track',
  'version',
] as const

type Values = Record<(typeof names)[number] | 'act' | 'item', string>
type Option = { value: string; label: string }

/** One item of a flow: its form, and what can be done with it as a whole. */
export function ItemPanel(props: {
  answer: PageFormAnswer | undefined
  path: string
  closePath: string
  studio: { slug: string }
  item: {
    id: string
    name: string
    place: number
    of: number
    exercise: { id: string; name: string } | null
    contraindications: readonly string[]
    regressions: readonly string[]
    values: Values
  }
  rules: FormRules
  exerciseOptions: readonly Option[]
  levels: readonly Option[]
  tracks: readonly { id: string; title: string }[]
  canWrite: boolean
}) {
  const { answer, path, closePath, studio, item, rules, canWrite } = props
  const { act: _, item: __, ...values } = item.values
  const own = sentOf(answer)?.act === 'item' ? answer : undefined
  const form = useLiveForm('item', names, { answer: own, values, rules })
  const f = form.fields
  return (
    <section id="item" className="item-panel">
      <div className="section-head">
        <h2>{item.name}</h2>
        <span>{`${item.place} of ${item.of}`}</span>
      </div>
      {item.exercise && (
        <p className="muted">
          <a href={paths.exercise(studio, item.exercise.id)}>{item.exercise.name}</a> of the library
        </p>
      )}
      {item.contraindications.length > 0 && (
        <p className="muted">Not for: {item.contraindications.join('; ')}</p>
      )}
      {item.regressions.length > 0 && (
        <p className="muted">Easier: {item.regressions.join(', ')}</p>
      )}
      {canWrite ? (
        <LiveFormBody of={form} className="sheet-form" action={path} key={item.id}>
          <HiddenFields
            values={{
              act: 'item',
              item: item.id,
              version: openedVersion(own, values.version),
            }}
          />
          <TextField field={f.name} label="Name" autoComplete="off" />
          <div className="row">
            <TextField field={f.length} label="Length" autoComplete="off" />
            <SelectField
              field={f.side}
              label="Side"
              options={sides
                .filter((side) => side !== '')
                .map((value) => ({ value, label: sideWords[value] }))}
              empty={sideWords['']}
            />
          </div>
          <TextareaField field={f.cue} label="Cue" rows={3} />
          <FormFold
            title="More"
            note="Transition, instead, level, music"
            fields={f}
            names={['transition', 'easier', 'harder', 'level', 'track']}
          >
            <TextField field={f.transition} label="Comes in from" autoComplete="off" />
            <TextField
              field={f.easier}
              label="Instead, easier"
              hint="For injuries and for those not there yet"
              autoComplete="off"
            />
            <TextField field={f.harder} label="Harder" autoComplete="off" />
            <SelectField field={f.level} label="Needs level" options={props.levels} empty="None" />
            <SelectField
              field={f.track}
              label="Music"
              options={props.tracks.map(({ id, title }) => ({ value: id, label: title }))}
              empty="None"
            />
          </FormFold>
          <SelectField
            field={f.exercise}
            label="In the library"
            hint={
              props.exerciseOptions.length === 0
                ? 'Nothing in the library has this name'
                : undefined
            }
            options={[{ value: 'none', label: 'Not in the library' }, ...props.exerciseOptions]}
            empty="By its name"
          />
          <div className="form-end">
            <SendButton sending="Saving…">Save item</SendButton>
            <Link className="button quiet" to={closePath}>
              Close
            </Link>
          </div>
        </LiveFormBody>
      ) : (
        <p>{item.values.cue || 'No cue is written.'}</p>
      )}
      {canWrite && <ItemActs path={path} id={item.id} version={item.values.version} />}
    </section>
  )
}

function ItemActs({ path, id, version }: { path: string; id: string; version: string }) {
  return (
    <div className="do">
      {(['up', 'down'] as const).map((to) => (
        <Form key={to} method="post" action={path}>
          <HiddenFields values={{ act: 'move', item: id, to }} />
          <button type="submit" className="button small">
            <Icon name={to} /> {to === 'up' ? 'Earlier' : 'Later'}
          </button>
        </Form>
      ))}
      {(
        [
          ['mirror', 'swap', 'Mirror sides'],
          ['remove', 'trash', 'Remove'],
        ] as const
      ).map(([act, icon, label]) => (
        <Form key={act} method="post" action={path}>
          <HiddenFields values={{ act, item: id, version }} />
          <button type="submit" className="button small quiet">
            <Icon name={icon} /> {label}
          </button>
        </Form>
      ))}
    </div>
  )
}
