import { Button, Modal, VisuallyHidden } from '@mantine/core'
import { use, useId } from 'react'
import { useNarrowScreen } from '#platform/web/page/use-screen.ts'
import { messages as formMessages } from '../../on-demand-messages.ts'
import { messages } from '../../result-messages.ts'
import footer from '../dialog-footer.module.css'
import classes from './facet-bar.module.css'
import { type Facet, type Facets, FacetsContext } from './list-facets.ts'
import { TypeIcon } from './type-icon.tsx'

const text = messages.facets
const { filters } = formMessages

type DialogProps<About> = { about: About; opened: boolean; onClose: () => void }

/** All facets of the results in a dialog, which fills the screen of a phone. Each choice applies at once. */
export function FilterDialog({ opened, onClose }: DialogProps<undefined>) {
  const facets = use(FacetsContext)
  const isNarrow = useNarrowScreen()
  if (!facets) return null
  const isFlag = ({ options }: Facet) => options.length === 1 && options[0]?.value === 'yes'
  const flags = facets.facets.filter(isFlag)
  return (
    <Modal opened={opened} onClose={onClose} title={text.label} size={820} fullScreen={isNarrow}>
      <div className={classes.facets}>
        {flags.length > 0 && (
          <fieldset>
            <legend>{filters.features}</legend>
            <div className={classes.options}>
              {flags.map((facet) => (
                <FacetOptions key={facet.id} facets={facets} facet={facet} />
              ))}
            </div>
          </fieldset>
        )}
        {facets.facets
          .filter((facet) => !isFlag(facet))
          .map((facet) => (
            <fieldset key={facet.id}>
              <legend>{facet.label}</legend>
              <div className={classes.options}>
                <FacetOptions facets={facets} facet={facet} />
              </div>
            </fieldset>
          ))}
      </div>
      <VisuallyHidden role="status">{text.showing(facets.shown.length, facets.all)}</VisuallyHidden>
      <div className={footer.footer}>
        <Button variant="default" onClick={facets.clear}>
          {text.clear}
        </Button>
        <Button onClick={onClose}>{filters.show(facets.shown.length)}</Button>
      </div>
    </Modal>
  )
}

/** The options of a facet with their counts: check boxes, or radio buttons if only one can be chosen. */
function FacetOptions({ facets, facet }: { facets: Facets; facet: Facet }) {
  const name = useId()
  const chosen = facet.options.filter(({ value }) => facets.isChosen(facet, value))
  return (
    <>
      {facet.isExclusive && (
        <label>
          <input type="radio" name={name} checked={chosen.length === 0} onChange={() => facets.drop(facet)} />
          <span>{filters.any}</span>
        </label>
      )}
      {facet.options.map(({ value, label, providerTypeId }) => {
        const isChosen = facets.isChosen(facet, value)
        const count = facets.count(facet, value)
        return (
          <label key={value}>
            <input
              type={facet.isExclusive ? 'radio' : 'checkbox'}
              name={name}
              checked={isChosen}
              disabled={count === 0 && !isChosen}
              onChange={() => facets.toggle(facet, value)}
            />
            <span className={classes.labeled}>
              {providerTypeId && <TypeIcon providerTypeId={providerTypeId} />}
              {label}
            </span>
            <span>{count}</span>
          </label>
        )
      })}
    </>
  )
}
