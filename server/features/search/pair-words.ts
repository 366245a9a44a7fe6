/**
 * Words of so many reports that a phrase of two of them would be searched in nearly all texts. The index contains such
 * pairs, so a change of this list requires a new index.
 */
const words = new Set(
  `a about after all also am an and any app are as at be because been before being bug but button by can cannot case
  change click closed code could data did do does don doesn done during each else error even every example expected
  file first fix following for form from get gets getting had has have having he how i if in instead into is issue it
  its just like list login make may me menu message more my name new no not nothing now of on once one only open opened
  or other our out over page problem row rows run running s same save screen see seems set she should show shows since
  so some still such t test text than that the their them then there these they this those through time to try up
  update use used user using value was way we were what when where which while who why will window with without work
  works would wrong x you your`
    .split(/\s+/)
    .filter(Boolean),
)

export const isPairWord = (word: string) => words.has(word)
