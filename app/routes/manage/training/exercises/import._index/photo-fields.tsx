import { useEffect, useState } from 'react'

/**
 * Which photos, and where they come from. A browser that runs scripts can also send a whole folder.
 */
export function PhotoFields(props: {
  id: string
  origin: { source: string; licence: string }
  megabytes: number
}) {
  const { id, origin, megabytes } = props
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
        <div className="field">
          <label htmlFor={`${id}-source`}>Whose photos they are</label>
          <input id={`${id}-source`} name="source" maxLength={200} defaultValue={origin.source} />
        </div>
        <div className="field">
          <label htmlFor={`${id}-licence`}>Licence (optional)</label>
          <input id={`${id}-licence`} name="licence" maxLength={80} defaultValue={origin.licence} />
        </div>
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
