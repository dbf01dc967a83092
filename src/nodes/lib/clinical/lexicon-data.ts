/**
 * Words that mean the same in notes and in code titles. Each line: the form the index uses, a colon, and what is written
 * instead. Applied to both sides, longest phrase first. General clinical English: abbreviations, lay words, Greek and Latin
 * compounds taken apart. Abbreviations that mean several things (MS, CP, PE, RA) carry the commonest meaning in notes.
 */
export const ABBREVIATIONS = `
hypertension: htn, high blood pressure, arterial hypertension, elevated blood pressure disorder, hbp, systemic hypertension, systemic arterial hypertension, hypertensive disease
type 2 diabetes: t2dm, dm2, dm type 2, dm ii, dmii, niddm, t2d, type ii diabetes, type 2 dm, type ii dm, type ii diabetes mellitus, type 2 diabetes mellitus, diabetes mellitus type 2, diabetes mellitus type ii, diabetes type 2, diabetes type ii, adult onset diabetes, non insulin dependent diabetes, non insulin dependent diabetes mellitus
type 1 diabetes: t1dm, dm1, dm type 1, iddm, t1d, type i diabetes, type 1 dm, type i diabetes mellitus, type 1 diabetes mellitus, diabetes mellitus type 1, diabetes mellitus type i, diabetes type 1, juvenile diabetes, insulin dependent diabetes mellitus, insulin dependent diabetes
diabetes: diabetes mellitus, dm, diabetic
chronic kidney disease: ckd, chronic renal disease, chronic renal failure, chronic kidney failure, chronic renal insufficiency, chronic kidney insufficiency, crf, cri, chronic renal impairment
end stage kidney disease: esrd, eskd, end stage renal disease, end stage renal failure, end stage kidney failure, terminal renal failure, terminal renal insufficiency, end stage chronic renal failure
acute kidney failure: aki, arf, acute renal failure, acute kidney injury, acute renal injury, acute renal insufficiency, acute kidney insufficiency, acute renal impairment
atrial fibrillation: af, afib, a fib, auricular fibrillation
atrial flutter: aflutter, a flutter
chronic obstructive lung disease: copd, coad, cold, chronic obstructive pulmonary disease, chronic obstructive airways disease, chronic obstructive airway disease
shortness of breath: sob, short of breath
dyspnea: breathlessness, difficulty breathing, respiratory difficulty, breathing difficulty, trouble breathing, difficulty in breathing, dyspnoea
dyspnea exertion: doe, shortness of breath with exertion, shortness of breath on exertion, exertional dyspnea, exertional shortness of breath
coronary artery disease: cad, coronary disease, coronary heart disease, chd, coronary artery atherosclerosis, ascad, ashd, coronary atherosclerosis
heart failure: chf, congestive heart failure, cardiac failure, congestive cardiac failure, hf, cardiac insufficiency, heart insufficiency, ccf
systolic heart failure: hfref, heart failure with reduced ejection fraction, heart failure reduced ejection fraction, systolic congestive heart failure
diastolic heart failure: hfpef, heart failure with preserved ejection fraction, heart failure preserved ejection fraction, diastolic congestive heart failure
myocardial infarction: mi, heart attack, ami, acute myocardial infarction, myocardial infarct, cardiac infarction
st elevation myocardial infarction: stemi
non st elevation myocardial infarction: nstemi, non stemi, nste acs
stroke: cva, cerebrovascular accident, cerebral vascular accident, brain attack
transient cerebral ischemic attack: tia, transient ischemic attack, transient ischaemic attack, mini stroke
deep vein thrombosis: dvt, deep venous thrombosis
pulmonary embolism: pe, pulmonary thromboembolism, pulmonary embolus, lung embolism, pulmonary emboli, pte
gastroesophageal reflux: gerd, gord, acid reflux, reflux esophagitis disease, gastro esophageal reflux disease, gastroesophageal reflux disease, gastro esophageal reflux, gastroesophageal reflux disorder
urinary tract infection: uti, utis, urine infection, urinary infection, infection of urinary tract
benign prostatic hyperplasia: bph, benign prostatic hypertrophy, prostatic hyperplasia, prostatic hypertrophy, enlarged prostate, prostate enlargement, benign prostatic enlargement, prostatism, benign prostate hyperplasia, hypertrophy of prostate, prostatomegaly, prostate hypertrophy
upper respiratory infection: uri, urti, upper respiratory tract infection, common cold
low back pain: lbp, lumbago, lower back pain, lumbar pain, lumbalgia, lumbar spine pain, back pain low, pain in lower back, pain in low back
hyperlipidemia: hld, dyslipidemia, hyperlipemia, hyperlipoproteinemia, dyslipidaemia, dyslipemia, high lipids, lipid disorder
hypercholesterolemia: high cholesterol, elevated cholesterol, raised cholesterol, hypercholesterinemia
rheumatoid arthritis: ra
osteoarthritis: oa, djd, degenerative joint disease, osteoarthrosis, degenerative arthritis, arthrosis
multiple sclerosis: ms
systemic lupus erythematosus: sle, lupus
human immunodeficiency virus disease: hiv, aids, hiv infection, hiv positive, hiv disease, human immunodeficiency virus, human immunodeficiency virus infection, acquired immunodeficiency syndrome, acquired immune deficiency syndrome
tuberculosis: tb, tbc
obstructive sleep apnea: osa, obstructive sleep apnoea, sleep apnea hypopnea syndrome, osahs
peripheral vascular disease: pvd, pad, peripheral arterial disease, peripheral artery disease, peripheral arteriopathy
posttraumatic stress disorder: ptsd, post traumatic stress disorder
attention deficit hyperactivity disorder: adhd
generalized anxiety disorder: gad
major depressive disorder: mdd, major depression, clinical depression, depressive disorder, depressive syndrome
obsessive compulsive disorder: ocd
irritable bowel syndrome: ibs, irritable colon
inflammatory bowel disease: ibd
acute respiratory distress syndrome: ards, adult respiratory distress syndrome, respiratory distress syndrome in adult
diabetic ketoacidosis: dka
cytomegalovirus disease: cmv, cytomegalovirus, cytomegalovirus infection, cmv infection, cytomegaloviral disease
epstein barr virus: ebv
hepatitis b: hbv, hep b, hepatitis b virus
hepatitis c: hcv, hep c, hepatitis c virus
human papillomavirus: hpv
herpes zoster: shingles, zoster
bronchopneumonia: bronchial pneumonia
pneumonia: pna, cap, community acquired pneumonia, pneumonic process
chronic lymphocytic leukemia: cll
acute myeloid leukemia: aml, acute myeloblastic leukemia, acute myelogenous leukemia
chronic myeloid leukemia: cml, chronic myelogenous leukemia
acute lymphoblastic leukemia: all
non hodgkin lymphoma: nhl
renal cell carcinoma: rcc
hepatocellular carcinoma: hcc, hepatocarcinoma
abdominal aortic aneurysm: aaa
premature atrial contraction: pac, premature atrial beat, atrial premature beat, atrial extrasystole
premature ventricular contraction: pvc, ventricular extrasystole, ventricular premature beat
supraventricular tachycardia: svt, psvt, paroxysmal supraventricular tachycardia
ventricular tachycardia: vt, vtach
ventricular septal defect: vsd
atrial septal defect: asd
patent ductus arteriosus: pda
disseminated intravascular coagulation: dic
idiopathic thrombocytopenic purpura: itp
wolff parkinson white syndrome: wpw, wolff parkinson white, wolff parkinson white pattern, preexcitation syndrome
traumatic brain injury: tbi
loss of consciousness: loc, unconsciousness, unconscious
nausea vomiting: n v, nausea and vomiting
pelvic inflammatory disease: pid
polycystic ovarian syndrome: pcos, polycystic ovary syndrome
`
export const BODY = `
kidney: renal, nephric
liver: hepatic
heart: cardiac
lung: pulmonary
brain: cerebral, encephalic, intracerebral
stomach: gastric
bladder: vesical
gallbladder: vesicular gallbladder
intestine: bowel, intestinal, enteric, gut
colon: colonic
rectum: rectal
skin: cutaneous, dermal
breast: mammary
ureter: ureteral, ureteric
urethra: urethral
uterus: uterine, womb
prostate: prostatic
penis: penile
scrotum: scrotal
vagina: vaginal
vulva: vulvar
thyroid: thyroidal
adrenal: suprarenal
pancreas: pancreatic
spleen: splenic
esophagus: esophageal, gullet, oesophageal
larynx: laryngeal
pharynx: pharyngeal
trachea: tracheal
bronchus: bronchial
muscle: muscular
bone: osseous, bony
bone marrow: medullary bone
vertebra: vertebral body
knee: patellofemoral
tibia: tibial, shinbone
fibula: fibular
femur: femoral bone, thigh bone
humerus: humeral
radius: radial bone
elbow: olecranon region
clavicle: collarbone, clavicular
mandible: lower jaw bone, jawbone, mandibular, lower jaw
maxilla: maxillary, upper jaw
tongue: lingual
lip: labial
tooth: dental
gum: gingival, gingiva
nose: nasal
eye: ocular, eyeball
cornea: corneal
retina: retinal
eyelid: palpebral, lid
conjunctiva: conjunctival
vision: visual
lymph node: lymph nodes, lymph gland, lymphatic node, nodal
artery: arterial
vein: venous
aorta: aortic
abdomen: abdominal, belly, tummy
chest: thoracic region
lower leg: shin, calf
lower limb: leg, legs, lower extremity, lower extremities, lower limbs
upper limb: arm, arms, upper extremity, upper extremities, upper limbs
nerve: neural
spinal: spine
lumbar: lumbar spine
cervical spine: c spine
ovary: ovarian
testicle: testis, testicular, orchid
parotid: parotid gland
bile duct: biliary duct, biliary tract, common bile duct, choledochal, biliary
`
export const FINDINGS = `
elevatedbloodpressure: elevated blood pressure, raised blood pressure, elevated bp
chronic kidney disease stage 3: grade 3 chronic renal failure, chronic renal failure grade 3
malignant neoplasm: cancer, carcinoma, malignancy, malignant tumor, malignant tumour, adenocarcinoma, malignant neoplasia, malignant disease, ca, malignant neoplasms
secondary malignant neoplasm: metastasis, metastatic disease, metastases, secondary deposits, metastatic lesion, metastatic lesions, metastatic
neoplasm: tumor, tumour, neoplasia, neoformation, neoplastic lesion, neoplastic process, tumoral, tumorous
mass: lump
calculus: stone, lithiasis, calculi, stones
kidney calculus: nephrolithiasis, renal stone, kidney stone, renal lithiasis, renal calculus, kidney lithiasis
gallbladder calculus: cholelithiasis, gallstones, gallstone, biliary lithiasis, gallbladder stones
bile duct calculus: choledocholithiasis, choledochal stone
ureter calculus: ureterolithiasis, ureteral stone
urinary calculus: urolithiasis
bladder calculus: cystolithiasis, bladder stone
bleeding: hemorrhage, haemorrhage, hemorrhagic, haemorrhagic, bleed, bleeds
pain: painful, ache, aching, tenderness to touch, discomfort
joint pain: arthralgia, arthralgias, articular pain, pain joint, joint pains
muscle pain: myalgia, myalgias, muscular pain, muscle ache, muscle aches
abdominal pain: stomach pain, stomach ache, belly pain, tummy ache, abdominalgia, abdominal discomfort
headache: cephalea, cephalgia, head pain, cephalalgia, headaches
chest pain: thoracic pain, thoracalgia, pain in the chest, pain in chest
fever: pyrexia, febrile, feverish, high temperature, fevers, febricula, hyperthermia syndrome
edema: oedema, swelling edema
pruritus: itching, itch, itchy, itchiness
vomiting: emesis, vomit, vomited, vomits
diarrhea: loose stools, loose stool, diarrhoea, diarrheal, diarrheic, watery stools
constipation: constipated
dizziness: dizzy, lightheadedness, lightheaded, light headedness
vertigo: spinning sensation
fatigue: tiredness, exhaustion, tired, lassitude
weakness: asthenia, weak
malaise: feeling unwell, general discomfort
weight loss: losing weight, lost weight, loss of weight, loss weight
weight gain: gaining weight, gained weight
loss of appetite: anorexia, poor appetite, decreased appetite, hyporexia, inappetence
syncope: fainting, fainted, passed out, faint, syncopal, blackout
palpitations: heart racing, racing heart, fast heart rate
cough: coughing
hemoptysis: coughing up blood, bloody sputum, haemoptysis
hematuria: blood in urine, bloody urine, haematuria, hematuric
hematochezia: blood in stool, bloody stool, bloody stools, rectal bleeding, rectorrhagia
hematemesis: vomiting blood, haematemesis
melena: black stools, tarry stools, melenic, black stool
dysuria: burning urination, burning on urination, pain urinating, burning with urination
frequency of micturition: urinary frequency, frequent urination, frequency of urination, pollakiuria, increased urinary frequency
urgency of urination: urinary urgency, urgency to urinate, micturition urgency
nocturia: night time urination
retention of urine: urinary retention, retained urine, acute urinary retention
dysphagia: difficulty swallowing, trouble swallowing, swallowing difficulty
insomnia: sleeplessness, falling asleep, fall asleep, difficulty falling back asleep, difficulty falling asleep, trouble sleeping, difficulty sleeping, difficulty staying asleep, unable to sleep
tinnitus: ringing in the ears, ringing in ears, ear ringing
hearing loss: decreased hearing, deafness, hypoacusis, deaf, hard of hearing, hearing impairment, loss of hearing, reduced hearing
visual loss: blindness, amaurosis, loss of vision, vision loss, loss of sight, blind, loss of visual acuity, decreased visual acuity, decreased vision
paresthesia: burning feet, burning sensation, tingling, pins and needles, numbness and tingling, paresthesias
tremor: trembling, shakes, tremors
seizure: convulsion, seizures, convulsions, fits, seizure episode, convulsive
enlarged lymph nodes: lymphadenopathy, adenopathy, swollen glands, swollen lymph nodes, adenopathies, lymphadenopathies, adenomegaly, enlarged lymph node, enlarged nodes
enlarged liver: hepatomegaly
enlarged spleen: splenomegaly
enlarged liver spleen: hepatosplenomegaly
enlarged heart: cardiomegaly
jaundice: icterus, icteric
pale: pallor, paleness
sweating: diaphoresis, hyperhidrosis, sweats, perspiration excessive, profuse sweating, sweaty
fracture: broken, break
failure: insufficiency
elevated: increased, raised, high, elevation, increase
decreased: low, reduced, diminished, decrease
abnormality: anomaly, malformation
congenital abnormality: congenital anomaly, congenital malformation
stenosis: narrowing, stricture
ulcer: ulceration, ulcerated, ulcerative lesion
necrosis: necrotic
infection: infected, infectious process, infectious, infective
inflammation: inflammatory, inflamed
perforation: perforated
obstruction: obstructive, blockage, obstructed, occlusion
thrombosis: thrombus, blood clot, thrombotic
rupture: ruptured, tear, torn
aneurysm: aneurysmal, aneurism
abscess: abscesses, collection of pus, abscessed
hernia: herniation
cyst: cystic lesion
poisoning: intoxication, overdose, toxicity
allergy: allergic
deficiency: deficit, lack
obesity: obese, adiposity
dementia: senile dementia
depression: depressed mood, depressive, low mood
anxiety: anxious
smoker: active smoker, current smoker, smokes, smoking habit, tobacco smoker, tobacco use, tobacco abuse, smoking
alcohol abuse: alcohol misuse, excessive alcohol, alcohol consumption, drinks alcohol, ethylism, enolism, heavy drinker, enol
alcohol dependence: alcoholism, alcoholic, chronic alcoholism
rash: skin eruption, exanthema, exanthem, cutaneous rash, skin rash
erythema: redness, erythematous, reddening, reddened
hives: urticaria, wheals
scar: cicatrix, scarring, cicatricial
bruise: contusion, ecchymosis, bruising, hematoma
wound: laceration
tachycardia: tachycardic, rapid heart rate, fast heartbeat
bradycardia: bradycardic, slow heart rate
hypotension: hypotensive, low blood pressure
hypoglycemia: low blood sugar, low glucose, low sugar
hyperglycemia: high blood sugar, elevated glucose, high glucose, elevated blood glucose, raised blood glucose
hypokalemia: low potassium
hyperkalemia: high potassium, elevated potassium
hyponatremia: low sodium
hypernatremia: high sodium
hypocalcemia: low calcium
hypercalcemia: high calcium
hypoxemia: hypoxia, low oxygen saturation, desaturation
leukocytosis: elevated white blood cell count, high white count, elevated white count, elevated wbc
leukopenia: low white count, decreased white blood cell count
thrombocytopenia: low platelets, low platelet count, plaquetopenia, decreased platelets
proteinuria: protein in urine, albuminuria
respiratory failure: respiratory insufficiency
kidney failure: renal insufficiency, renal failure, uremia, impaired renal function, deterioration of renal function, renal impairment, renal dysfunction
hemiplegia: hemiparesis
paraplegia: paraparesis
arthritis: arthritic
hypertension pulmonary: pulmonary hypertension
peritonitis: peritoneal inflammation
gallbladder inflammation: cholecystitis
injury: trauma, traumatism, traumatic, injured
concussion: concussive
burn: burns, burned, scald
sprain: sprained
strain: strained
dislocation: dislocated, luxation
psychosis: psychotic disorder
transplant: transplantation, graft
acute: sudden onset
septicemia: septic syndrome
sepsis: septic
chronic: longstanding, long standing
left: left sided, left side
right: right sided, right side
bilateral: bilaterally, both sides
`
