/** Why an entry may be missed in a list that is read page by page, though the list has it. */
export const wrongPages = ['PAGE-06', 'PAGE-15', 'PAGE-16', 'PAGE-17', 'PAGE-18'] as const
