import type { FileAudience } from '#app/db/studio/day/files-words.ts'
import { SelectField } from '#app/ui/form/choice-field.tsx'
import type { Field } from '#app/ui/form/form-answer.ts'
import { TextField } from '#app/ui/form/text-field.tsx'

type Name = 'folderId' | 'tags' | 'licence' | 'audience'

const audiences: { value: FileAudience; label: string }[] = [
  { value: 'staff', label: 'Everyone at work' },
  { value: 'coaches', label: 'Coaches, managers and owners' },
  { value: 'members', label: 'Members too' },
]

/** What is said of a file; `person` is the name of the one it can be for. */
export function FileFields(props: {
  fields: Record<Name, Field>
  folders: readonly { id: string; name: string }[]
  person: string
}) {
  const { fields, folders, person } = props
  return (
    <>
      <SelectField
        field={fields.audience}
        label="Who may see it"
        hint="Members read what is attached to a class or course only if they have a place in it."
        options={
          person
            ? [...audiences, { value: 'person', label: `${person} and everyone at work` }]
            : audiences
        }
      />
      <SelectField
        field={fields.folderId}
        label="Folder"
        options={folders.map(({ id, name }) => ({ value: id, label: name }))}
        empty="No folder"
      />
      <TextField
        field={fields.tags}
        label="Tags (optional)"
        hint="Separate with commas: “warm-up, spring show”."
        autoComplete="off"
      />
      <TextField
        field={fields.licence}
        label="Licence (optional)"
        hint="Where music comes from and what you may use it for."
        autoComplete="off"
      />
    </>
  )
}
