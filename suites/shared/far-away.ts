/** A version that no product of this run ever reaches; lawful: the first may come with the creation of a product. */
export const farAway = 987_654
