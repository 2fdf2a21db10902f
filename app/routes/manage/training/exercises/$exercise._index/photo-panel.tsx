import { Form, Link, useNavigation } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { fieldOfNoForm } from '#app/ui/form/field-frame.tsx'
import { ImagePicker } from '#app/ui/picker/image-picker.tsx'
import { ExercisePhoto } from '#app/ui/training/exercise-photo.tsx'

const photosField = fieldOfNoForm('photo')

type Photo = { id: string; alt: string; source: string; licence: string; placeholder: string }

/** The photos of an exercise, and the form that adds some. Style: `staff-photos`. */
export function PhotoPanel(props: {
  studio: { slug: string }
  exercise: { id: string; name: string }
  photos: readonly Photo[]
  canWrite: boolean
}) {
  const { studio, exercise, photos, canWrite } = props
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
            <small>
              {[photo.source, photo.licence].filter(Boolean).join(', ') || 'No source said'}
            </small>
            {canWrite && (
              <Link to={paths.managePhotoRemoval(studio, exercise.id, photo.id)}>Remove</Link>
            )}
          </li>
        ))}
      </ul>
      {canWrite && (
        <Form
          method="post"
          action={paths.manageExercisePhotos(studio, exercise.id)}
          encType="multipart/form-data"
          className="sheet-form"
        >
          <ImagePicker
            // Added photos are shown above: the next ones are chosen anew.
            key={photos.length}
            field={photosField}
            label="Add photos"
            hint="JPEG, PNG, WebP, AVIF or a still GIF, at most 20 MB each"
            value={null}
            multiple
            required
          />
          <div className="field">
            <label htmlFor="photo-alt">What they show, for who cannot see them</label>
            <input id="photo-alt" name="alt" maxLength={200} />
          </div>
          <div className="field">
            <label htmlFor="photo-source">Who took them</label>
            <input id="photo-source" name="source" maxLength={200} />
          </div>
          <div>
            <button type="submit" className="button" aria-busy={busy}>
              Upload photos
            </button>
          </div>
        </Form>
      )}
    </section>
  )
}
