import { useEffect, useState } from 'react'
import type { Field } from '#app/ui/form/form-answer.ts'
import { TextField } from '#app/ui/form/text-field.tsx'

/**
 * Which photos, and where they come from. A browser that runs scripts can also send a whole folder.
 */
export function PhotoFields(props: {
  id: string
  fields: Record<'source' | 'licence', Field>
  megabytes: number
}) {
  const { id, fields, megabytes } = props
  const { source, licence } = fields
  return (
    <>
      <div className="field">
        <label htmlFor={id}>Zip archive, or photos</label>
        <p className="soft" id={`${id}-hint`}>
          {'Each in a folder named after its exercise, such as Plank/0.jpg. ' +
            `JPEG, PNG or WebP, at most ${megabytes} MB at once.`}
        </p>
        <input
          id={id}
          name="file"
          type="file"
          multiple
          accept=".zip,image/jpeg,image/png,image/webp"
          aria-describedby={`${id}-hint`}
        />
      </div>
      <FolderField id={`${id}-folder`} />
      <div className="sheet-form two-columns">
        <TextField field={source} label="Photo credit" />
        <TextField field={licence} label="Licence (optional)" />
      </div>
    </>
  )
}

/** Choosing a folder needs an attribute that only scripts can tell apart from choosing files. */
function FolderField({ id }: { id: string }) {
  const [scripted, setScripted] = useState(false)
  useEffect(() => setScripted(true), [])
  if (!scripted) return null
  return (
    <div className="field">
      <label htmlFor={id}>Or a folder</label>
      <input
        id={id}
        name="folder"
        type="file"
        multiple
        ref={(input) => {
          input?.setAttribute('webkitdirectory', '')
        }}
      />
    </div>
  )
}
