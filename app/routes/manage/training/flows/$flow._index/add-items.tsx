import { Form } from '@remix-run/react'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import { openedVersion, type PageFormAnswer, sentOf } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, SendButton, useLiveForm } from '#app/ui/form/live-form.tsx'
import { SmallForm } from '#app/ui/form/small-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { Icon } from '#app/ui/icon/icon.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

type Block = { id: string; rev: number; name: string; items: readonly unknown[] }

/** Items typed one a line, and a block more. */
export function AddItems(props: {
  answer: PageFormAnswer | undefined
  path: string
  blocks: readonly Block[]
  rules: { add: FormRules; block: FormRules }
  keys: { add: string; block: string }
}) {
  const { answer, path, blocks, rules, keys } = props
  const act = sentOf(answer)?.act
  const first = blocks.find(({ items }) => items.length === 0) ?? blocks.at(-1)
  const add = useLiveForm('add', ['block', 'text'], {
    answer: act === 'add' ? answer : undefined,
    values: { block: first?.id ?? '', text: '' },
    rules: rules.add,
  })
  const block = useLiveForm('block', ['name'], {
    answer: act === 'block' ? answer : undefined,
    rules: rules.block,
  })
  return (
    <section className="part" aria-labelledby="add-head">
      <h2 id="add-head">Add items</h2>
      {blocks.length > 0 && (
        <LiveFormBody of={add} action={path} className="sheet-form" key={keys.add}>
          <HiddenFields values={{ act: 'add', key: keys.add }} />
          <SelectField
            field={add.fields.block}
            label="To block"
            options={blocks.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <TextareaField
            field={add.fields.text}
            label="Items"
            hint="One per line: Chair spin 10 min left first : Push away, don’t pull in"
            rows={5}
          />
          <details className="form-fold">
            <summary>
              <Icon name="next" /> How to write lengths, sides and cues
            </summary>
            <p className="muted">
              8 min, 45 s and 1:30 are time in all; 5 breaths and 8 counts are for a side. “left
              first” and “right first” are both sides, “, left” or “, right” at the end is one.
              Behind a colon comes the cue. A line without a length is 1 minute.
            </p>
          </details>
          <div className="form-end">
            <SendButton sending="Adding…">Add items</SendButton>
          </div>
        </LiveFormBody>
      )}
      <LiveFormBody of={block} action={path} className="add" key={keys.block}>
        <HiddenFields values={{ act: 'block', key: keys.block }} />
        <TextField field={block.fields.name} label="New block" autoComplete="off" />
        <button type="submit" className="button">
          Add block
        </button>
      </LiveFormBody>
    </section>
  )
}

/** What can be done with a block as a whole. */
export function BlockActs(props: {
  answer: PageFormAnswer | undefined
  path: string
  blocks: readonly Block[]
  rules: FormRules
  sideKey: string
}) {
  const { answer, path, blocks, rules, sideKey } = props
  if (blocks.length === 0) return null
  const sent = sentOf(answer)
  const renamed = sent?.act === 'rename' ? sent.block : null
  return (
    <details className="form-fold" open={renamed !== null || undefined}>
      <summary>
        <Icon name="next" />
        <span>
          Blocks <span className="soft">Rename, move, add the other side, remove</span>
        </span>
      </summary>
      <ul className="lines">
        {blocks.map(({ id, rev, name, items }, i) => (
          <li key={id}>
            <SmallForm
              id={`rename-${id}`}
              names={['name']}
              rules={rules}
              answer={renamed === id ? answer : undefined}
              values={{ name }}
              action={path}
              className="add"
            >
              {(fields) => (
                <>
                  <HiddenFields
                    values={{
                      act: 'rename',
                      block: id,
                      version: openedVersion(renamed === id ? answer : undefined, rev),
                    }}
                  />
                  <TextField
                    field={fields.name}
                    label={<span className="vh">{`Name of block ${i + 1}`}</span>}
                    autoComplete="off"
                  />
                  <button type="submit" className="button small">
                    Rename
                  </button>
                </>
              )}
            </SmallForm>
            {(['up', 'down'] as const).map((to) => (
              <Form key={to} method="post" action={path}>
                <HiddenFields values={{ act: 'move_block', block: id, to }} />
                <button
                  type="submit"
                  className="button small square"
                  aria-label={`Move ${name} ${to === 'up' ? 'earlier' : 'later'}`}
                >
                  <Icon name={to} />
                </button>
              </Form>
            ))}
            {items.length > 0 ? (
              <Form method="post" action={path}>
                <HiddenFields values={{ act: 'other_side', block: id, key: `${sideKey}` }} />
                <button type="submit" className="button small">
                  <Icon name="swap" /> Add the other side
                </button>
              </Form>
            ) : (
              <Form method="post" action={path}>
                <HiddenFields values={{ act: 'remove_block', block: id, version: String(rev) }} />
                <button type="submit" className="button small quiet">
                  <Icon name="trash" /> Remove
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
