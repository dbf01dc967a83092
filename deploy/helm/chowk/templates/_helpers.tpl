{{/* Short enough that the name of a pod is a valid EXECUTOR_ID. */}}
{{- define "chowk.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 30 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 30 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "chowk.selector" -}}
app.kubernetes.io/name: chowk
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "chowk.labels" -}}
{{ include "chowk.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{/* The pod of a role: dict "root" $ "role" "web" "port" 3000. */}}
{{- define "chowk.pod" -}}
metadata:
  labels:
    {{- include "chowk.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  {{- include "chowk.podSettings" .root | nindent 2 }}
  # Runs get up to ten seconds to finish, and a process is gone after 25.
  terminationGracePeriodSeconds: 40
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "chowk.selector" .root | nindent 10 }}
          app.kubernetes.io/component: {{ .role }}
  containers:
    - name: chowk
      {{- include "chowk.container" .root | nindent 6 }}
      env:
        - name: ROLE
          value: {{ .role }}
        - name: EXECUTOR_ID
          valueFrom:
            fieldRef:
              fieldPath: metadata.name
        {{- include "chowk.environment" .root | nindent 8 }}
      ports:
        - name: {{ if eq .role "web" }}http{{ else }}probes{{ end }}
          containerPort: {{ .port }}
      # A process answers /livez while it migrates; /readyz only when it can work.
      livenessProbe:
        httpGet: { path: /livez, port: {{ .port }} }
        initialDelaySeconds: 20
        periodSeconds: 10
        timeoutSeconds: 5
      readinessProbe:
        httpGet: { path: /readyz, port: {{ .port }} }
        periodSeconds: 5
        timeoutSeconds: 5
      lifecycle:
        # Until the endpoints are updated everywhere, requests still arrive.
        preStop:
          exec:
            command: [sleep, "5"]
      resources:
        {{- toYaml .resources | nindent 8 }}
  {{- include "chowk.volumes" .root | nindent 2 }}
{{- end }}

{{- define "chowk.podSettings" -}}
automountServiceAccountToken: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "chowk.container" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: data
    mountPath: /data
  - name: tmp
    mountPath: /tmp
  - name: secret
    mountPath: /run/secrets/chowk
    readOnly: true
{{- end }}

{{- define "chowk.environment" -}}
- name: PUBLIC_URL
  value: {{ .Values.publicUrl | quote }}
- name: TRUST_PROXY
  value: {{ .Values.trustProxy | quote }}
{{- range $name := .Values.secret.keys }}
- name: {{ $name }}_FILE
  value: /run/secrets/chowk/{{ $name }}
{{- end }}
{{- range $name, $value := .Values.env }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "chowk.volumes" -}}
volumes:
  - name: data
    {{- if .Values.data.existingClaim }}
    persistentVolumeClaim:
      claimName: {{ .Values.data.existingClaim }}
    {{- else }}
    emptyDir: {}
    {{- end }}
  - name: tmp
    emptyDir: {}
  - name: secret
    secret:
      secretName: {{ .Values.secret.name }}
      defaultMode: 0440
      items:
        {{- range $name := .Values.secret.keys }}
        - key: {{ $name }}
          path: {{ $name }}
        {{- end }}
{{- end }}
