import type { IconChoices } from '#app/values/icon.ts'
import { fieldOfNoForm } from '../form/field-frame.tsx'
import { ColourPicker } from '../picker/colour-picker.tsx'
import { IconPicker } from '../picker/icon-picker.tsx'
import { ImagePicker } from '../picker/image-picker.tsx'
import { Slider } from '../picker/slider.tsx'
import { Example, Section } from './example.tsx'

/** A square of the gallery's own, so that it needs no stored picture. */
export const drawnPicture =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'%3E" +
  "%3Crect width='9' height='9' fill='%23d9e4dc'/%3E" +
  "%3Ccircle cx='6' cy='3' r='1.5' fill='%23f2994a'/%3E" +
  "%3Cpath d='M0 7q3-4 5-1t4-2v5H0z' fill='%232f6b5e'/%3E%3C/svg%3E"

/** Every picker in its states. */
export function PickerParts({ icons }: { icons: IconChoices }) {
  const none = { ...icons, chosen: null }
  return (
    <>
      <Section title="Icon picker">
        <Example state="empty">
          <IconPicker
            field={fieldOfNoForm('icon')}
            label="Icon"
            hint="Shown beside the name"
            icons={none}
          />
        </Example>
        <Example state="filled">
          <IconPicker
            field={fieldOfNoForm('icon-filled', { value: icons.chosen?.value ?? '' })}
            label="Icon"
            icons={icons}
          />
        </Example>
        <Example state="error">
          <IconPicker
            field={fieldOfNoForm('icon-error', { error: 'Choose an icon of the list' })}
            label="Icon"
            icons={none}
          />
        </Example>
        <Example state="disabled">
          <IconPicker field={fieldOfNoForm('icon-disabled')} label="Icon" icons={icons} disabled />
        </Example>
      </Section>
      <Section title="Colour picker">
        <Example state="empty">
          <ColourPicker field={fieldOfNoForm('colour')} label="Colour" />
        </Example>
        <Example state="filled">
          <ColourPicker
            field={fieldOfNoForm('colour-filled', { value: 'var(--teal-700)' })}
            label="Colour"
          />
        </Example>
        <Example state="own colour">
          <ColourPicker
            field={fieldOfNoForm('colour-own', { value: '#a1b2c3' })}
            label="Colour"
            hint="Any colour will do"
          />
        </Example>
        <Example state="gradients">
          <ColourPicker
            field={fieldOfNoForm('colour-gradient', { value: 'var(--gradient-12)' })}
            label="Colour"
            gradients
          />
        </Example>
        <Example state="error">
          <ColourPicker
            field={fieldOfNoForm('colour-error', { error: 'Choose a colour' })}
            label="Colour"
          />
        </Example>
        <Example state="disabled">
          <ColourPicker
            field={fieldOfNoForm('colour-disabled', { value: 'var(--red-500)' })}
            label="Colour"
            disabled
          />
        </Example>
      </Section>
      <Section title="Image file picker">
        <Example state="empty">
          <ImagePicker
            field={fieldOfNoForm('image')}
            label="Cover"
            hint="At most 20 MB"
            value={null}
          />
        </Example>
        <Example state="filled">
          <ImagePicker
            field={fieldOfNoForm('image-filled')}
            label="Cover"
            value={{ name: 'the-hall-in-the-morning.jpg', url: drawnPicture }}
          />
        </Example>
        <Example state="loading">
          <ImagePicker
            field={fieldOfNoForm('image-loading')}
            label="Cover"
            value={null}
            uploading="the-hall.jpg"
          />
        </Example>
        <Example state="error">
          <ImagePicker
            field={fieldOfNoForm('image-error', { error: 'It is larger than 20 MB.' })}
            label="Cover"
            value={null}
          />
        </Example>
        <Example state="disabled">
          <ImagePicker
            field={fieldOfNoForm('image-disabled')}
            label="Cover"
            value={{ name: 'hall.jpg', url: drawnPicture }}
            disabled
          />
        </Example>
      </Section>
      <Section title="Slider">
        <Example state="empty">
          <Slider field={fieldOfNoForm('slider')} label="Places" />
        </Example>
        <Example state="filled">
          <Slider
            field={fieldOfNoForm('slider-filled', { value: '45' })}
            label="Length"
            hint="Type digits to set it"
            min={15}
            max={120}
            step={15}
            unit="min"
          />
        </Example>
        <Example state="error">
          <Slider
            field={fieldOfNoForm('slider-error', { value: '80', error: 'The room holds 60' })}
            label="Places"
          />
        </Example>
        <Example state="disabled">
          <Slider
            field={fieldOfNoForm('slider-disabled', { value: '30' })}
            label="Places"
            disabled
          />
        </Example>
      </Section>
    </>
  )
}
