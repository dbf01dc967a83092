/** Words that are never a finding on their own: body parts, and words that only describe. */
import { termUnits } from './lexicon.ts'

const ANATOMY = `
axis atlas point 
abdomen adrenal ankle anus aorta appendix arm artery arterioles atrium axilla back bladder blood body bone brain breast bronchus buttock canal capsule cardiac
cartilage cecum cell cervix cervical chest cheek chin choroid clavicle coccyx colon conjunctiva cornea coronary cranial disc disk duct duodenum ear elbow epididymis esophagus extremity eye
eyebrow eyelid adnexa face facial fallopian femur fibula finger flank foot forearm forehead gallbladder gland globe groin gum hair hand head heart heel hip humerus ileum iliac
intestine iris jaw jejunum joint kidney knee labium lacrimal larynx leg lens ligament limb lip liver lumbar lumbosacral lung lymph lymphatic macula mandible marrow maxilla mediastinum membrane
meninges meniscus metacarpal metatarsal mitral mouth mucosa muscle myocardium nail nasal neck nerve nipple node nose nostril oral orbit organ ovary palate pancreas papilla parathyroid parotid patella
pelvis pelvic penis pericardium perineum periorbital peripheral peritoneum pharynx phalanx pituitary placenta pleura portal prepuce prostate pupil radius rectum region respiratory retina rib
root sacrum salivary scalp scapula sclera scrotum septum shoulder sinus skin skull soft spine spinal spleen sternum stomach structure system tarsal tendon testicle thigh thoracic
thorax throat thumb thymus thyroid tibia tissue toe tongue tonsil tooth trachea tract tricuspid trunk tube ulna umbilicus upper lower ureter urethra urine urinary uterus vagina valve vascular
vein ventricle ventricular vertebra vessel vitreous vocal vulva wall wrist genital male female gastrointestinal digestive nervous cranium subcutaneous cerebellum temporal frontal parietal occipital optic
renal visual vision voice mental bowel cord sphincter ampulla trochanter hemisphere vas deferens limbs
`
const DESCRIPTION = `
acute chronic subacute recurrent unspecified specified other primary secondary essential idiopathic generalized localized local diffuse mild moderate severe left right bilateral unilateral
anterior posterior lateral medial superior inferior proximal distal central multiple single initial encounter complicated complication complicat disorder disease syndrome condition state status type
stage grade phase degree positive negative abnormal normal findings finding result test level personal family history social activity low high elevated decreased increase decrease large small total partial complete
incomplete adult child infant newborn juvenile congenital acquired hereditary benign malignant simple complex mixed open closed displaced nondisplaced superficial deep internal external due following
during without with associated related induced organism virus viral bacterial bacteria fungal drug medicament agent substance product use exposure contact screening examination observation procedure operation surgery surgical device implant
graft transplant donor pregnancy puerperium childbirth labor delivery birth fetus maternal mother father person patient man woman place site part area cause problem mention walking running sport
speech language learning reading sleep eating feeding diet food water air heat cold light sound noise radiation time day night year month week age home school work hospital office street
activity movement conduct development developmental growth function functional loss change difficulty need lack care follow up aftercare attention adjustment removal replacement presence absence absent
first second third fourth fifth iii iv one two three four five six seven eight nine ten zero size weight height length number count group class form character mass
pressure rhythm rate rapid slow fast late early long short term new old current past previous present active inactive intermittent persistent transient temporary permanent progressive stable unstable
motor sensory reflex gait coordination posture position tone strength emotional behavior behavioral mood affect stress effect reaction response sensitivity resistance risk event series
solid liquid gas fluid dry wet contrast oral iron vitamin calcium sodium potassium glucose protein fat lipid sugar hormone enzyme antibody antigen immunity immune red white black blue yellow green
common rare typical atypical classical combined double triple major minor whole half end tip base mid middle top cycle car vehicle animal bite contact tobacco alcohol cannabis opioid cocaine
tubular glomerular cellular nodular medullary papillary follicular interstitial vascular focal segmental membranous mesangial reaction lowe reflex support dependence machine pattern hand hands finding lead
refraction refractive pigmentation donor incidental incidents insulin anticoagulation communication relationship communicate legal prosecution resonance nervous vena cava hormone 
hypertrophic atrophic inflammatory degenerative toxic metabolic nutritional parasitic vasomotor sex sexual gender identity counseling advice information history
conscious alert intermediate specimen sample blade card cleft dose bed ring band line dot patch gap point frame strip clip lock key arms manifestation origin involvement intraoperative postoperative postprocedural
`

const set = (words: string): Set<string> =>
  new Set(
    words
      .split(/\s+/)
      .filter(Boolean)
      .flatMap((word) => termUnits(word)),
  )
const PLACES = set(ANATOMY)
/** Whether units name nothing but places of the body. */
export const isPlace = (units: readonly string[]): boolean => units.every((unit) => PLACES.has(unit))

const GENERIC = new Set([...set(ANATOMY), ...set(DESCRIPTION)])

/** Whether units name something found in a patient: at least one of them is neither a place nor a description. */
export const isFinding = (units: readonly string[]): boolean =>
  units.some((unit) => !GENERIC.has(unit) && !/^\d+$/.test(unit))
