type ListState = { listId: string; opened: boolean; active: number }

/** The props that say to assistive technology which list belongs to an input and which option is highlighted. */
export const listInputProps = ({ listId, opened, active }: ListState) =>
  ({
    role: 'combobox',
    'aria-expanded': opened,
    'aria-autocomplete': 'list',
    'aria-controls': opened ? listId : undefined,
    'aria-activedescendant': opened && active >= 0 ? `${listId}-${active}` : undefined,
    autoComplete: 'off',
    spellCheck: false,
  }) as const
