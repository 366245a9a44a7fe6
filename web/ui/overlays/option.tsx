import { Autocomplete } from '@base-ui/react/autocomplete'

/** Shows a row of a list that is walked through while its field keeps the focus. What Enter takes counts as selected. */
export function Option(props: Autocomplete.Item.Props) {
  return (
    <Autocomplete.Item {...props} render={(row, { highlighted }) => <div {...row} aria-selected={highlighted} />} />
  )
}
