import { Link, useNavigation } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { fieldOfNoForm } from '#app/ui/form/field-frame.tsx'
import { SmallForm } from '#app/ui/form/small-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { ImagePicker } from '#app/ui/picker/image-picker.tsx'
import { ExercisePhoto, type ShownPhoto } from '#app/ui/training/exercise-photo.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

const photosField = fieldOfNoForm('photo')

type Photo = ShownPhoto & { alt: string; source: string; licence: string }

/** The photos of an exercise, and the form that adds some. Style: `staff-photos`. */
export function PhotoPanel(props: {
  studio: { slug: string }
  exercise: { id: string; name: string }
  photos: readonly Photo[]
  canWrite: boolean
  rules: FormRules
}) {
  const { rules, studio, exercise, photos, canWrite } = props
  const busy = useNavigation().formAction?.endsWith('/photos')
  return (
    <section>
      <h2>Photos</h2>
      {photos.length === 0 && (
        <p className="muted">None yet. Members see a drawing of what works.</p>
      )}
      <ul className="shots">
        {photos.map((photo) => (
          <li key={photo.id}>
            <ExercisePhoto studio={studio} photo={photo} alt={photo.alt} sizes="8rem" />
            <small>{[photo.source, photo.licence].filter(Boolean).join(', ') || 'No source'}</small>
            {canWrite && (
              <Link to={paths.managePhotoRemoval(studio, exercise.id, photo.id)}>Remove</Link>
            )}
          </li>
        ))}
      </ul>
      {canWrite && (
        <SmallForm
          id="photos"
          names={['alt', 'source']}
          rules={rules}
          action={paths.manageExercisePhotos(studio, exercise.id)}
          encType="multipart/form-data"
          className="sheet-form"
        >
          {({ alt, source }) => (
            <>
              <ImagePicker
                // Added photos are shown above: the next ones are chosen again.
                key={photos.length}
                field={photosField}
                label="Add photos"
                hint="JPEG, PNG, WebP, AVIF or a still GIF, at most 20 MB each"
                value={null}
                multiple
                required
              />
              <TextField field={alt} label="Description for people who can’t see them" />
              <TextField field={source} label="Who took them" />
              <div>
                <button type="submit" className="button" aria-busy={busy}>
                  Upload photos
                </button>
              </div>
            </>
          )}
        </SmallForm>
      )}
    </section>
  )
}
