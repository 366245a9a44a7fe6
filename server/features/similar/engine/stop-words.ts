/** Words that do not tell what a report is about; 'not', 'no' and the like are kept. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a about after again all also am an and any are as at be because been before being both but by can could did do ' +
    'does doing done each either else few for from further get gets getting got had has have having he hence her here ' +
    'hers him his how however i if in into is it its itself just let like ll may maybe me might more most much must my ' +
    'myself of off on once one only or other others our ours out over own per please quite rather re s same she ' +
    'should since so some such t than thank thanks that the their them themselves then there these they this those ' +
    'though through thus to too under until up upon us ve very via was we were what when where whether which while ' +
    'who whom whose why will with within would yet you your yours yourself hi hello d m'
  ).split(' '),
)
